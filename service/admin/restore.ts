import { resolve } from 'node:path'
import { schemaVersion } from '../store/sqlite/migrate.ts'
import { restoreSqlite } from '../store/sqlite/restore.ts'
import { recordAct } from './acts.ts'
import { AdminError } from './command.ts'
import type { CommandRow } from './command.ts'

export const restoreCommands: CommandRow[] = [
  {
    words: 'restore',
    operands: ['FILE'],
    about: 'Replaces the SQLite database by a backup, while no service runs.',
    details: [
      'It refuses a backup that is damaged, of another program or of a newer version, and a database that is in use.',
      'The previous database is kept: "aside" is the folder beside it to which it was moved.',
      'Restore a PostgreSQL database with its own tools, such as pg_restore; see docs/operating/backup.md.',
    ],
    run: async ({ database, store, print, note }, { operands: [name = ''] }) => {
      if (database.engine !== 'sqlite') throw new AdminError('Only SQLite is restored here. Use pg_restore.')
      const from = resolve(name)
      if (from === database.file) throw new AdminError('That is the database itself, and not a backup of it.')
      const restored = restoreSqlite(database.file, from)
      const isOlder = restored.schema < schemaVersion
      // Opening an older database would migrate it, and whoever restores it may want to start the release that made it. The
      // previous database may be unreadable, so the restored one logs what happened to it.
      if (isOlder) note(olderBackup(restored.schema))
      else await recordAct(await store('refuse'), 'restore', { from, aside: restored.aside })
      print({ restored: database.file, from, ...restored })
    },
  },
]

const olderBackup = (schema: number) =>
  `The backup has schema ${schema}, and this release has ${schemaVersion}: its next start migrates the database. ` +
  'To go back to an earlier release, start that one instead. The restore is not in the audit log.'
