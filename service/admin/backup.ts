import { basename, dirname, join, resolve } from 'node:path'
import { backupSqlite } from '../store/sqlite/backup.ts'
import { recordBackup } from '../store/sqlite/lastBackup.ts'
import type { LastBackup } from '../store/sqlite/lastBackup.ts'
import type { Store } from '../store/store.ts'
import { readAuditPages, recordAction } from './auditLog.ts'
import { AdminError } from './command.ts'
import type { CommandRow, Context } from './command.ts'
import { countOption } from './options.ts'
import { rotateBackups, backupName } from './rotation.ts'

export const backupCommands: CommandRow[] = [
  {
    name: 'backup',
    operands: ['FILE'],
    summary: 'Copies the SQLite database into a new file while the service runs.',
    details: [
      'The backup is a consistent snapshot; creates and visits continue. It gets its name only after it has been verified and',
      'synced to disk. Prints the number of its rows. To restore it, stop the service, run "restore FILE", and start it again.',
      'With --keep, FILE is an existing folder. The new backup is named after the current time, and the oldest ones of this',
      'database are deleted and listed as "deleted". Other files are never deleted. Nothing is deleted if the backup fails or the',
      'database is empty.',
      'The last backup is recorded beside the database, so that a service with an empty database can name it.',
      'Back up a PostgreSQL database with its own tools, such as pg_dump.',
    ],
    options: [countOption('keep', 'how many backups to keep in the folder FILE: 1 to 10000.', 10_000)],
    run: async ({ database, openStore, print, note }, { operands: [name = ''], options }) => {
      if (database.engine !== 'sqlite')
        throw new AdminError('This command backs up only SQLite. For PostgreSQL, use pg_dump.')
      const store = await openStore()
      const { empty } = await store.check()
      const now = new Date()
      const keep = options['keep'] === undefined ? null : Number(options['keep'])
      const [path, copyName] = [resolve(name), backupName(database.file, now)]
      const file = keep === null ? path : join(path, copyName)
      await recordAction(store, 'backup', { file, keep })
      const result = copyDatabase(file, database.file)
      // A backup of an empty database must not replace the record of a good one, or cause good ones to be deleted.
      if (!empty) noteLastBackup(database.file, { file, at: now.toISOString() }, note)
      if (keep === null) print(result)
      else {
        const newBackup = { name: copyName, database: database.file, ownNames: await readBackupNames(store) }
        print({ ...result, deleted: empty ? [] : rotateBackups(path, keep, newBackup) })
      }
    },
  },
]

/** Returns the names of all files into which this database was backed up, according to its audit log. */
async function readBackupNames(store: Store): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const entries of readAuditPages(store)) {
    for (const { act, what } of entries) {
      if (act === 'backup') names.add(basename((JSON.parse(what) as { file: string }).file))
    }
  }
  return names
}

function copyDatabase(file: string, database: string): object {
  try {
    return { backup: file, ...backupSqlite(database, file) }
  } catch (error) {
    throw backupError(error, file)
  }
}

/** Records the last backup, so that a service with an empty database can name it. The backup is valid without it. */
function noteLastBackup(database: string, backup: LastBackup, note: Context['note']): void {
  try {
    recordBackup(database, backup)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    note(
      `The backup is complete, but could not be recorded beside the database (${code ?? 'unknown reason'}). ` +
        'A service with an empty database will not name it.',
    )
  }
}

/** Replaces an error of the system, which names a temporary file that the operator doesn't know. */
function backupError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  return new AdminError(
    code === 'ENOENT'
      ? `The folder ${dirname(file)} does not exist. Create it first.`
      : `The backup ${file} cannot be written (${code ?? 'unknown reason'}). Check the permissions of its folder and the free disk space.`,
  )
}
