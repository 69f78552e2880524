import { resolve } from 'node:path'
import { schemaVersion } from '../store/sqlite/migrate.ts'
import { restoreSqlite } from '../store/sqlite/backup/restore.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow } from './command.ts'

export const restoreCommands: CommandRow[] = [
  {
    name: 'restore',
    access: 'write',
    operands: ['FILE'],
    summary: 'Replaces the SQLite database with a backup. The service must be stopped.',
    details: [
      'It refuses a backup that is damaged, from another program or from a newer version, and a database that is in use.',
      'The previous database is kept: it is moved to the folder "aside" in the result, next to its old place.',
      'Restore a PostgreSQL database with its own tools, such as pg_restore; see docs/operating/backup.md.',
    ],
    run: async ({ database, openStore, print, note }, { operands: [name = ''] }) => {
      if (database.engine !== 'sqlite')
        throw new AdminError('This command restores only SQLite. For PostgreSQL, use pg_restore.')
      const from = resolve(name)
      if (from === database.file) throw new AdminError('FILE is the database itself, not a backup of it.')
      const result = restoreSqlite(database.file, from)
      const isOlder = result.schema < schemaVersion
      // Opening an older database would migrate it, but the operator may want to start the release that made it. The
      // previous database may be unreadable, so the restore is recorded in the restored one.
      if (isOlder) note(olderBackupNote(result.schema))
      else await recordAction(await openStore(), 'restore', { from, aside: result.aside })
      print({ restored: database.file, from, ...result })
    },
  },
]

const olderBackupNote = (schema: number) =>
  `The backup has schema ${schema}, and this release uses schema ${schemaVersion}. Starting this release migrates the database. ` +
  'To go back to an earlier release, start that release instead. This restore is not in the audit log.'
