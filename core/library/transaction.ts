import type { DatabaseSync } from 'node:sqlite'

/** Does all of the work or none of it. Within another transaction it is part of that one. */
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
 * The same for work of which nothing counts before its last transaction, which is not this one: the disk is not waited for. A power cut
 * can take it back, but no more than the end of it, and what a later transaction writes down stays with all that came before.
 */
export function runInUnsyncedTransaction<T>(sql: DatabaseSync, work: () => T): T {
  sql.exec('PRAGMA synchronous = NORMAL')
  try {
    return runInTransaction(sql, work)
  } finally {
    sql.exec('PRAGMA synchronous = FULL')
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
