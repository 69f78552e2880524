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
 * Runs a transaction without waiting for the disk. A power failure can undo the latest such transactions; the next
 * synced transaction makes them durable. Only for work that nothing relies on before that.
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
 * Rolls back a failed transaction. Ignores errors: SQLite may have rolled back already, and a rollback may fail on a
 * damaged or full disk.
 */
export function rollBack(sql: DatabaseSync): void {
  try {
    if (sql.isTransaction) sql.exec('ROLLBACK')
  } catch {
    // The caller reports the original error.
  }
}
