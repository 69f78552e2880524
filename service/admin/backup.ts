import { dirname, resolve } from 'node:path'
import { backupSqlite } from '../store/sqlite/backup.ts'
import { AdminError } from './command.ts'
import type { CommandRow } from './command.ts'

export const backupCommands: CommandRow[] = [
  {
    words: 'backup',
    operands: ['FILE'],
    about: 'Copies the SQLite database into a new file while the service runs.',
    details: [
      'The copy is whole and of one moment; creates and visits go on meanwhile. It is checked before it gets its name.',
      'To restore: stop the service, put the copy in the place of the database, remove its -wal and -shm, start.',
      'A PostgreSQL database is backed up with its own tools, such as pg_dump.',
    ],
    run: async ({ database, store, print }, { operands: [name = ''] }) => {
      if (database.engine !== 'sqlite') throw new AdminError('Only SQLite is backed up here. Use pg_dump.')
      await store('refuse')
      const file = resolve(name)
      try {
        print({ backup: file, bytes: backupSqlite(database.file, file) })
      } catch (error) {
        throw backupError(error, file)
      }
    },
  },
]

/** What the file system says names a file that only the program knows. */
function backupError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  return new AdminError(
    code === 'ENOENT'
      ? `There is no folder ${dirname(file)} for the backup: make it first.`
      : `The backup ${file} cannot be written (${code ?? 'unknown reason'}). Check its folder, who may write there, and its space.`,
  )
}
