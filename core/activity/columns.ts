import type { DatabaseSync } from 'node:sqlite'

/** Columns that a file from before them lacks. */
const added = ['title', 'link']

/** Adds to an older file what it lacks, so that what is in it stays. */
export function addColumns(sql: DatabaseSync): void {
  const names = new Set(
    sql
      .prepare('PRAGMA table_info(requests)')
      .all()
      .map((row) => row['name']),
  )
  for (const name of added) if (!names.has(name)) sql.exec(`ALTER TABLE requests ADD COLUMN ${name} TEXT`)
}
