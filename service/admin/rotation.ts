import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Name of a backup made with `--keep`: the name of the database, then the time, so that names sort by time. */
const backupNamePattern = /^(.*)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.sqlite(\.unfinished)?$/

/** Returns the name for a backup made now. */
export function rotatedName(database: string, now: Date): string {
  return `${databaseStem(database)}-${now.toISOString().replaceAll(':', '-')}.sqlite`
}

/**
 * Deletes a database's oldest backups in a folder, so that `keep` remain including the new one, and leftovers of
 * killed backups. Returns the deleted names. Files with other names are never touched.
 */
export function rotateBackups(folder: string, database: string, made: string, keep: number): string[] {
  const ours = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && backupNamePattern.exec(entry.name)?.[1] === databaseStem(database))
    .map(({ name }) => name)
  const isFinished = (name: string) => name.endsWith('.sqlite')
  // If a clock was wrong, the newest backup may not sort last.
  const before = ours.filter((name) => isFinished(name) && name !== made).toSorted()
  const unfinished = ours.filter((name) => !isFinished(name) && name < made)
  const gone = [...before.slice(0, Math.max(0, before.length - keep + 1)), ...unfinished]
  for (const name of gone) rmSync(join(folder, name))
  return gone
}

/** Returns `links` for `/var/lib/linkwright/links.sqlite`. */
function databaseStem(database: string): string {
  return basename(database).replace(/\.[^.]*$/, '')
}
