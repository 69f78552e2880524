import type { DatabaseSync } from 'node:sqlite'
import { StoreDamaged } from '../unavailable.ts'
import { openConnection } from './connection.ts'
import { storeError } from './faults.ts'
import { refuseForeignFile, refuseForeignLog } from './foreign.ts'
import { restoreLength } from './length.ts'

/** Opens a file that may be ours, with its length again when it had been cut off: it is `damaged` then. */
export function openOurs(file: string): { database: DatabaseSync; damaged: boolean } {
  const open = () => {
    refuseForeignFile(file)
    refuseForeignLog(file)
    return openConnection(file)
  }
  try {
    return { database: open(), damaged: false }
  } catch (error) {
    if (!(storeError(error) instanceof StoreDamaged) || !restoreLength(file)) throw error
    return { database: open(), damaged: true }
  }
}
