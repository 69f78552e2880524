import type { DatabaseSync } from 'node:sqlite'
import { StoreDamagedError } from '../storeErrors.ts'
import { openConnection } from './connection.ts'
import { toStoreError } from './errors.ts'
import { rejectForeignFile, rejectForeignLog } from './foreignFile.ts'
import { restoreFileLength } from './fileLength.ts'

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
