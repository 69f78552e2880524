import { dirname, join, resolve } from 'node:path'
import { backupSqlite } from '../store/sqlite/backup.ts'
import { noteBackup } from '../store/sqlite/lastBackup.ts'
import type { LastBackup } from '../store/sqlite/lastBackup.ts'
import { recordAct } from './acts.ts'
import { AdminError } from './command.ts'
import type { CommandRow, Context } from './command.ts'
import { countOption } from './options.ts'
import { rotateBackups, rotatedName } from './rotation.ts'

export const backupCommands: CommandRow[] = [
  {
    words: 'backup',
    operands: ['FILE'],
    about: 'Copies the SQLite database into a new file while the service runs.',
    details: [
      'The copy is a consistent snapshot; creates and visits continue. It gets its name only after it was read back and synced',
      'to disk, and its contents are counted. To restore it, stop the service, run "restore FILE", and start the service.',
      'With --keep, FILE is an existing folder: the copy is named after its time, then the oldest copies with such names are',
      'deleted and listed as "deleted". No other file is deleted, and none if the copy failed or the database is empty.',
      'The last backup is recorded beside the database: a service that finds the database empty names it.',
      'Back up a PostgreSQL database with its own tools, such as pg_dump.',
    ],
    options: [countOption('keep', 'how many copies to keep in the folder FILE: 1 to 10000.', 10_000)],
    run: async ({ database, store, print, note }, { operands: [name = ''], options }) => {
      if (database.engine !== 'sqlite') throw new AdminError('Only SQLite is backed up here. Use pg_dump.')
      const opened = await store('refuse')
      const { empty } = await opened.check()
      const now = new Date()
      const keep = options['keep'] === undefined ? null : Number(options['keep'])
      const [given, copyName] = [resolve(name), rotatedName(database.file, now)]
      const file = keep === null ? given : join(given, copyName)
      await recordAct(opened, 'backup', { file, keep })
      const copied = copyTo(file, database.file)
      // An empty database must not replace the good one on record or push out its copies.
      if (!empty) noteLastBackup(database.file, { file, at: now.toISOString() }, note)
      if (keep === null) print(copied)
      else print({ ...copied, deleted: empty ? [] : rotateBackups(given, database.file, copyName, keep) })
    },
  },
]

function copyTo(file: string, database: string): object {
  try {
    return { backup: file, ...backupSqlite(database, file) }
  } catch (error) {
    throw backupError(error, file)
  }
}

/** Lets the service name the backup if it finds the database empty. The backup is valid without it. */
function noteLastBackup(database: string, backup: LastBackup, note: Context['note']): void {
  try {
    noteBackup(database, backup)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    note(
      `The backup is complete, but it could not be noted beside the database (${code ?? 'unknown reason'}), so the service will ` +
        'not name it should the database be empty one day.',
    )
  }
}

/** The system's error names a temporary file that the operator doesn't know. */
function backupError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  return new AdminError(
    code === 'ENOENT'
      ? `There is no folder ${dirname(file)} for the backup: make it first.`
      : `The backup ${file} cannot be written (${code ?? 'unknown reason'}). Check its folder, who may write there, and its space.`,
  )
}
