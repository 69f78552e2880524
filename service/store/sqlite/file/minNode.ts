/**
 * Minimum Node version: its SQLite 3.51.3 never deletes a log that another process uses
 * (https://sqlite.org/howtocorrupt.html, 2.2), and fixes a damaging checkpoint race (https://sqlite.org/wal.html,
 * "the WAL-reset bug").
 */
const minNode = '24.15.0'
const minSqlite = '3.51.3'

/** Throws a readable error if this program's SQLite is older. */
export function rejectOldSqlite(sqlite = process.versions['sqlite'], node = process.versions.node): void {
  if (sqlite === undefined || compareVersions(sqlite, minSqlite) >= 0) return
  throw new Error(
    `Node ${node} includes SQLite ${sqlite}, which can damage a database. Use Node ${minNode} or later.`,
  )
}

/** Compares versions for sorting. Missing parts count as 0. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
