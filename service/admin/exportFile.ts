import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { finishFile, startFile } from '../store/backups/unfinishedFile.ts'
import { AdminError } from './command.ts'

/**
 * Writes lines to a new private file, which gets its name only when it is complete and synced to disk. Returns its
 * size in bytes.
 */
export async function writeExport(file: string, lines: AsyncIterable<string>): Promise<number> {
  const temporaryFile = startFile(file)
  const handle = createFile(temporaryFile)
  let bytes = 0
  try {
    try {
      for await (const line of lines) {
        const data = Buffer.from(`${line}\n`)
        // On a full disk, `writeSync` may write only part of the data and return its length.
        writeFileSync(handle, data)
        bytes += data.length
      }
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    finishFile(temporaryFile, file)
    return bytes
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

function createFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new AdminError(
      `The file cannot be written (${code}). Check that the folder ${dirname(file)} exists and is writable, and that its disk has space.`,
    )
  }
}
