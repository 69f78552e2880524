import { readPragma, withFile } from '../../../../sqlite/file.ts'
import { waiting } from './connection.ts'
import { toStoreError } from '../errors.ts'

/**
 * Returns the first error found in a database that may be in use, without comparing indexes; `null` if there
 * is none.
 */
export function findQuickError(file: string): string | null {
  try {
    const result = String(withFile(file, 'ro', (database) => readPragma(database, 'quick_check(1)'), waiting))
    return result === 'ok' ? null : result.replaceAll('\n', ' ')
  } catch (error) {
    return toStoreError(error).message
  }
}
