import { basename, dirname, join, resolve } from 'node:path'
import type { DatabaseSetting } from '../settings/database.ts'
import { backupActs, findLastRestoreTest } from '../store/backups/backups.ts'
import { backupSqlite } from '../store/sqlite/backup/backup.ts'
import { isInUse } from '../store/sqlite/file/exclusive.ts'
import { databaseMove, lastBackup, type LastBackup } from '../store/sqlite/backup/lastBackup.ts'
import type { Store } from '../store/store.ts'
import { readAuditPages, recordAction } from './auditLog.ts'
import { AdminError, type CommandRow, type Context } from './command.ts'
import { countOption } from './options.ts'
import { dumpPostgres } from './postgres/dump.ts'
import { findSpaceError, testRestore } from './postgres/restoreTest.ts'
import { rotateBackups, backupName } from './rotation.ts'

const hourMs = 3_600_000

export const backupCommands: CommandRow[] = [
  {
    name: 'backup',
    operands: ['FILE'],
    summary: 'Backs up the database into a new file while the service runs.',
    details: [
      'The backup is a consistent snapshot; creates and visits continue. It gets its name only after it has been verified and',
      'synced to disk. Prints the number of its rows. For SQLite it is a copy: to restore it, stop the service, run "restore FILE",',
      'and start it again. For PostgreSQL, it is made by pg_dump, and pg_restore reads it back completely.',
      'With --keep, FILE is an existing folder. The new backup is named after the current time, and the oldest ones of this',
      'database are deleted and listed as "deleted". Other files are never deleted. Nothing is deleted if the backup fails or the',
      'database is empty.',
      'The last backup is recorded, for SQLite beside the database, so that a service with an empty database can name it.',
    ],
    options: [
      countOption('keep', 'how many backups to keep in the folder FILE: 1 to 10000.', 10_000),
      countOption(
        'test-every',
        'PostgreSQL: days after which the new backup is also restored, as "backup test" does.',
        365,
      ),
    ],
    run: async (context, { operands: [name = ''], options }) => {
      const { database, openStore, print, note } = context
      if (database.engine === 'sqlite') rejectMoved(database.file)
      const store = await openStore()
      const { empty } = await store.check()
      const now = new Date()
      const keep = options['keep'] === undefined ? null : Number(options['keep'])
      const [path, copyName] = [resolve(name), backupName(database, now)]
      const file = keep === null ? path : join(path, copyName)
      await recordAction(store, 'backup', { file, keep })
      const result = await copyDatabase(file, database)
      // A backup of an empty database must not replace the record of a good one, or cause good ones to be deleted.
      if (!empty && database.engine === 'sqlite')
        noteLastBackup(database.file, { file, at: now.toISOString() }, note)
      if (!empty && database.engine === 'postgres') await recordAction(store, backupActs.verified, { file })
      if (keep === null) print(result)
      else {
        const newBackup = { name: copyName, ownNames: await readBackupNames(store) }
        print({ ...result, deleted: empty ? [] : rotateBackups(path, keep, newBackup) })
      }
      if (options['testEvery'] !== undefined)
        await testIfDue(context, store, { file, days: Number(options['testEvery']) })
    },
  },
  {
    name: 'backup test',
    operands: ['FILE'],
    summary:
      'Restores a backup of a PostgreSQL database completely on a temporary server, and counts its rows.',
    details: [
      'The server runs beside FILE, without a network, and is deleted afterwards; the database of the service is only asked for its',
      'size. It needs the programs of the PostgreSQL server on this computer, and twice the space of the database. "doctor" says',
      'when the last test was. A backup of SQLite needs no test: "backup" verifies all of it.',
    ],
    run: async (context, { operands: [name = ''] }) => {
      const { database, openStore } = context
      if (database.engine === 'sqlite')
        throw new AdminError(
          'This command is for PostgreSQL. "backup" has already verified a backup of SQLite.',
        )
      const store = await openStore()
      const file = resolve(name)
      const spaceError = await findSpaceError(database.url, file)
      if (spaceError !== null) throw new AdminError(spaceError)
      await testBackup(context, store, { url: database.url, file })
    },
  },
]

/** A database that the service no longer uses must not keep its timer green. */
function rejectMoved(file: string): void {
  const move = databaseMove.read(file)
  if (!move) return
  if (isInUse(file)) {
    databaseMove.forget(file)
    return
  }
  throw new AdminError(
    `This database was moved to ${move.to} at ${move.at}, and no service uses it. Back up that one, and disable ` +
      'linkwright-backup.timer; see docs/operating/backup.md. To keep using this one, start the service on it.',
  )
}

async function testIfDue(
  context: Context,
  store: Store,
  { file, days }: { file: string; days: number },
): Promise<void> {
  const { database, note } = context
  if (database.engine === 'sqlite') return
  const last = await findLastRestoreTest(store)
  // An hour less, because a timer doesn't start at the same second every night.
  if (last && Date.now() - Date.parse(last.at) < (days * 24 - 1) * hourMs) return
  const spaceError = await findSpaceError(database.url, file)
  if (spaceError === null) await testBackup(context, store, { url: database.url, file })
  else note(`The backup was not restored as a test: ${spaceError}`)
}

async function testBackup(
  { print }: Context,
  store: Store,
  { url, file }: { url: string; file: string },
): Promise<void> {
  const counts = await testRestore(url, file)
  await recordAction(store, backupActs.restored, { file })
  print({ tested: file, ...counts })
}

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

async function copyDatabase(file: string, database: DatabaseSetting): Promise<object> {
  try {
    const result =
      database.engine === 'sqlite'
        ? backupSqlite(database.file, file)
        : await dumpPostgres(database.url, file)
    return { backup: file, ...result }
  } catch (error) {
    throw backupError(error, file)
  }
}

/** Records the last backup, so that a service with an empty database can name it. The backup is valid without it. */
function noteLastBackup(database: string, backup: LastBackup, note: Context['note']): void {
  try {
    lastBackup.write(database, backup)
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
