import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** As many copies are kept; the oldest goes when a new one is made. */
const copiesKept = 5

/** Writes a whole, compact copy of the database into `folder` and returns its file name. */
export function backup(sql: DatabaseSync, folder: string, label: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const name = `${stamp}-${label}.db`
  const file = join(folder, name)
  sql.prepare('VACUUM INTO ?').run(file)
  chmodSync(file, 0o600)
  for (const old of backupsIn(folder).slice(copiesKept)) rmSync(join(folder, old))
  return name
}

/** The copies in `folder`, newest first: their names begin with the time. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.db$/.test(name))
    .sort()
    .reverse()
}
