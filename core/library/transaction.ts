import type { DatabaseSync } from 'node:sqlite'

/** Runs work in a transaction. Inside another transaction, it becomes part of that one. */
export function runInTransaction<T>(sql: DatabaseSync, work: () => T): T {
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

/**
 * Runs a transaction without waiting for the disk. Only for work that doesn't count until a later, synced
 * transaction. A power failure can undo the latest of these; a later synced transaction makes all earlier
 * ones durable.
 */
export function runInUnsyncedTransaction<T>(sql: DatabaseSync, work: () => T): T {
  sql.exec('PRAGMA synchronous = NORMAL')
  try {
    return runInTransaction(sql, work)
  } finally {
    sql.exec('PRAGMA synchronous = FULL')
  }
}

/**
 * Rolls back a failed transaction. Ignores errors: SQLite may have rolled back already, and a damaged or full
 * disk may refuse.
 */
export function rollBack(sql: DatabaseSync): void {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {
    // The original error is the one to report.
  }
}
