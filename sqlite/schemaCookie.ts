import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Gives a new database or copy a schema cookie of its own, by which the log of another one is recognized. Any value is
 * valid (https://sqlite.org/pragma.html#pragma_schema_version).
 */
export function assignSchemaCookie(sql: DatabaseSync): void {
  sql.enableDefensive(false)
  sql.exec(`PRAGMA schema_version = ${randomInt(1, 2 ** 31)}`)
  sql.enableDefensive(true)
}
