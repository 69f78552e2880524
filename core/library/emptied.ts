import type { Notices } from '../notices.ts'
import { latestBackup } from './backup.ts'
import { hasLinks } from './backups.ts'
import type { Database } from './open.ts'

interface Parts {
  folder: string
  database: Database
  /** Whether there were links when the app was last used. */
  hadLinks: boolean
}

/** Says when a library that had links has none, unless it has been said why already, and offers the latest backup. */
export function tellIfEmptied({ folder, database, hadLinks }: Parts, notices: Notices): void {
  if (hasLinks(database) || notices.list().some(({ backup }) => backup)) return
  const backup = latestBackup(folder)
  if (!hadLinks && !backup) return
  const offer = backup
    ? `A backup with ${backup.links} ${backup.links === 1 ? 'link' : 'links'} can be restored.`
    : 'There is no backup to restore it from.'
  notices.add(
    'The library is empty',
    `It held links when it was last used: the file library.db was removed or replaced. ${offer}`,
    backup,
  )
}
