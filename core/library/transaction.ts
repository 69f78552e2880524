import type { DatabaseSync } from 'node:sqlite'

/** Does all of the work or none of it. Within another transaction it is part of that one. */
export function inTransaction<T>(sql: DatabaseSync, work: () => T): T {
  if (sql.isTransaction) return work()
  sql.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    sql.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(sql)
    throw error
  }
}

/** Ends a transaction that failed. SQLite may have ended it itself, and a damaged or full disk may refuse: neither is news. */
export function rollBack(sql: DatabaseSync): void {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {
    // The error that led here is the one to tell.
  }
}
