import { readPragma, defaultTimeoutMs } from './connection.ts'
import { toStoreError } from './errors.ts'
import { openFile } from './file.ts'

/**
 * Returns the first error found in a database that may be in use, without comparing indexes; `null` if there
 * is none.
 */
export function findQuickError(file: string): string | null {
  const database = openFile(file, 'ro', defaultTimeoutMs)
  try {
    const result = String(readPragma(database, 'quick_check(1)'))
    return result === 'ok' ? null : result.replaceAll('\n', ' ')
  } catch (error) {
    return toStoreError(error).message
  } finally {
    database.close()
  }
}
