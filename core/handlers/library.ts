import { join } from 'node:path'
import type { libraryCalls } from '../../contract/calls/library.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import { identify } from '../folder/identity.ts'
import { backupsIn } from '../library/backup.ts'
import { libraryIdentity } from '../library/identity.ts'
import { LibraryReadOnly } from '../folder/storageProblem.ts'
import type { Database } from '../library/open.ts'
import { takeOver } from '../library/takeOver.ts'

interface Parts {
  folder: string
  database: Database
}

export function libraryHandlers({ folder, database }: Parts): Pick<Handlers, keyof typeof libraryCalls> {
  const copies = join(folder, 'backups')
  return {
    'library.restore': ({ backup }) => {
      if (!database.writable) throw new LibraryReadOnly('The library is from a newer version.')
      const file = join(copies, backup)
      const usable = backupsIn(copies).includes(backup) && identify(file, libraryIdentity) === 'ours'
      return Promise.resolve(
        usable ? ok({ links: takeOver(file, database.sql) }) : fail({ code: 'backup_not_usable' }),
      )
    },
  }
}
