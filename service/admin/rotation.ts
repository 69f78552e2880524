import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { formatDatabase, type DatabaseSetting } from '../settings/database.ts'
import { isRunning, parseUnfinished } from '../store/backups/unfinishedFile.ts'

/** Name of a backup made with `--keep`: the name of the database, then the time, so that names sort by time. */
const backupNamePattern = /^(.*)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/

/** Returns the name for a backup made now. */
export function backupName(database: DatabaseSetting, now: Date): string {
  const [path, extension] =
    database.engine === 'sqlite'
      ? [database.file, 'sqlite']
      : [new URL(formatDatabase(database)).pathname, 'dump']
  // `links` for `/var/lib/linkwright/links.sqlite`.
  const stem = basename(path).replace(/\.[^.]*$/, '')
  return `${stem}-${now.toISOString().replaceAll(':', '-')}.${extension}`
}

/**
 * Deletes a database's oldest backups in a folder, so that `keep` remain including the new one, and leftovers of
 * killed backups. Returns the deleted names. Other files are never touched, nor backups of another database of the same
 * name: most are called `links.sqlite`.
 */
export function rotateBackups(
  folder: string,
  keep: number,
  /** The backup that was just made, and the names of all that were made of the database. */
  { name: newName, ownNames }: { name: string; ownNames: ReadonlySet<string> },
): string[] {
  const stem = backupNamePattern.exec(newName)?.[1]
  const finalName = (name: string) => parseUnfinished(name)?.finalName ?? name
  const isOwn = (name: string) =>
    backupNamePattern.exec(finalName(name))?.[1] === stem && ownNames.has(finalName(name))
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isOwn(entry.name))
    .map(({ name }) => name)
  const isFinished = (name: string) => parseUnfinished(name) === null
  // If a clock was wrong, the newest backup may not sort last.
  const otherBackups = names.filter((name) => isFinished(name) && name !== newName).toSorted()
  const isLeftover = (name: string) => {
    const unfinished = parseUnfinished(name)
    return unfinished !== null && !isRunning(unfinished.pid)
  }
  const obsolete = [
    ...otherBackups.slice(0, Math.max(0, otherBackups.length - keep + 1)),
    ...names.filter((name) => isLeftover(name) && name < newName),
  ]
  // A backup that runs at the same time may have deleted the same files.
  for (const name of obsolete) rmSync(join(folder, name), { force: true })
  return obsolete
}
