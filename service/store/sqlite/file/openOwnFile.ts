import type { DatabaseSync } from 'node:sqlite'
import { StoreDamagedError } from '../../storeErrors.ts'
import { openConnection } from './connection.ts'
import { toStoreError } from '../errors.ts'
import { rejectForeignFile, rejectForeignLog, applicationId } from './foreignFile.ts'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

/** Opens a file that may be ours. Restores the length of a truncated file, and reports it as `damaged`. */
export function openOwnFile(file: string): { database: DatabaseSync; damaged: boolean } {
  const open = () => {
    rejectForeignFile(file)
    rejectForeignLog(file)
    return openConnection(file)
  }
  try {
    return { database: open(), damaged: false }
  } catch (error) {
    if (!(toStoreError(error) instanceof StoreDamagedError) || !restoreFileLength(file)) throw error
    return { database: open(), damaged: true }
  }
}

/**
 * Restores a truncated database's length with zeros, so that SQLite opens it; returns whether it was truncated. Opens
 * the file directly: call it only after SQLite has refused the file (see `file.ts`).
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

/**
 * Returns the length in the header (https://sqlite.org/fileformat2.html#the_database_header); 0 if the file
 * isn't ours.
 */
function readLength(handle: number): number {
  const header = Buffer.alloc(100)
  if (readSync(handle, header, 0, header.length, 0) < header.length) return 0
  const pageBytes = header.readUInt16BE(16)
  const pages = header.readUInt32BE(28)
  return header.readInt32BE(68) === applicationId ? pages * pageBytes : 0
}
