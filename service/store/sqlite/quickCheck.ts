import { pragma, usualTimeoutMs } from './connection.ts'
import { storeError } from './faults.ts'
import { openFile } from './file.ts'

/** The first fault in a database that may be in use; `null` when none is found without comparing its indexes. */
export function quickFault(file: string): string | null {
  const database = openFile(file, 'ro', usualTimeoutMs)
  try {
    const found = String(pragma(database, 'quick_check(1)'))
    return found === 'ok' ? null : found.replaceAll('\n', ' ')
  } catch (error) {
    return storeError(error).message
  } finally {
    database.close()
  }
}
