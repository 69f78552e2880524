/**
 * Minimum Node version: its SQLite 3.51.3 never deletes a log that another process uses
 * (https://sqlite.org/howtocorrupt.html, 2.2), and fixes a damaging checkpoint race (https://sqlite.org/wal.html,
 * "the WAL-reset bug").
 */
const minNode = '24.15.0'
const minSqlite = '3.51.3'

/** Throws a readable error if this program's SQLite is older. */
export function rejectOldSqlite(sqlite = process.versions['sqlite'], node = process.versions.node): void {
  if (sqlite === undefined || sqlite.localeCompare(minSqlite, 'en', { numeric: true }) >= 0) return
  throw new Error(
    `Node ${node} includes SQLite ${sqlite}, which can damage a database. Use Node ${minNode} or later.`,
  )
}
