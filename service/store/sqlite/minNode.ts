/**
 * The least Node for databases of ours in SQLite. It brings SQLite 3.51.3. From 3.51.0 on, SQLite looks before it closes a
 * database whether another process still uses the log, so that our own tools never delete one from under a service whose
 * locks were lost (https://sqlite.org/howtocorrupt.html, 2.2); Node 24.12 and 24.13, with 3.50.4, did. And 3.51.3 mended a
 * race of two connections at a checkpoint that damages a database (https://sqlite.org/wal.html, "the WAL-reset bug").
 */
export const minNode = '24.15.0'
const minSqlite = '3.51.3'

/** Throws a readable error when this program's SQLite is older than that. */
export function rejectOldSqlite(sqlite = process.versions['sqlite'], node = process.versions.node): void {
  if (sqlite === undefined || compareVersions(sqlite, minSqlite) >= 0) return
  throw new Error(
    `Node ${node} brings SQLite ${sqlite}, which can damage a database. Node ${minNode} or later is needed.`,
  )
}

/** As for sorting. Parts that are missing count as 0. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
