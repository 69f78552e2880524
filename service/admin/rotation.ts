import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a backup that is made with `--keep` is called: after its database and its moment, so that names sort by time. */
const backupNamePattern = /^(.*)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.sqlite(\.unfinished)?$/

/** The name for a backup that is made now. */
export function rotatedName(database: string, now: Date): string {
  return `${databaseStem(database)}-${now.toISOString().replaceAll(':', '-')}.sqlite`
}

/**
 * Deletes the oldest of a database's backups in a folder, so that `keep` of them are left with the one that was just made,
 * and what a backup has left that was killed. Answers the names. No file with a name of another form is touched.
 */
export function rotateBackups(folder: string, database: string, made: string, keep: number): string[] {
  const ours = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && backupNamePattern.exec(entry.name)?.[1] === databaseStem(database))
    .map(({ name }) => name)
  const isFinished = (name: string) => name.endsWith('.sqlite')
  // By a clock that was wrong, the one that was just made may not be the latest.
  const before = ours.filter((name) => isFinished(name) && name !== made).toSorted()
  const unfinished = ours.filter((name) => !isFinished(name) && name < made)
  const gone = [...before.slice(0, Math.max(0, before.length - keep + 1)), ...unfinished]
  for (const name of gone) rmSync(join(folder, name))
  return gone
}

/** `links` for `/var/lib/linkwright/links.sqlite`. */
function databaseStem(database: string): string {
  return basename(database).replace(/\.[^.]*$/, '')
}
