import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { applicationId } from './foreignFile.ts'

/**
 * Gives a database of ours that was cut off its length again, with zeros for what is gone: SQLite opens no shorter one, and
 * with them only the links that lay there are lost. `true` when it was cut off. It opens the file by hand, and so is only
 * for a file that SQLite has just refused to this process (see `file.ts`).
 */
export function restoreFileLength(file: string): boolean {
  const handle = openSync(file, 'r+')
  try {
    const length = readLength(handle)
    if (fstatSync(handle).size >= length) return false
    ftruncateSync(handle, length)
    return true
  } finally {
    closeSync(handle)
  }
}

/** What the header says (https://sqlite.org/fileformat2.html#the_database_header); 0 for a file that is not ours. */
function readLength(handle: number): number {
  const header = Buffer.alloc(100)
  if (readSync(handle, header, 0, header.length, 0) < header.length) return 0
  const pageBytes = header.readUInt16BE(16)
  const pages = header.readUInt32BE(28)
  return header.readInt32BE(68) === applicationId ? pages * pageBytes : 0
}
