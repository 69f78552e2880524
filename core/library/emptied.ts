import type { Notices } from '../notices.ts'
import { latestBackup } from './backup.ts'
import { hasLinks } from './backupSchedule.ts'
import { readFact } from './facts.ts'
import type { Database } from './openDatabase.ts'

interface Parts {
  folder: string
  database: Database
  /** Whether there were links when the app was last used. */
  hadLinks: boolean
}

/**
 * Adds a notice if a library that had links is empty, unless another notice explains it. Offers the latest
 * backup.
 */
export function notifyIfEmptied({ folder, database, hadLinks }: Parts, notices: Notices): void {
  const { startedOver } = database
  if (
    hasLinks(database) ||
    wasEmptied(database) ||
    (!startedOver && notices.list().some(({ backup }) => backup))
  )
    return
  const backup = latestBackup(folder)
  if (!hadLinks && !backup) return
  const sentences = [
    'It held links when you last used it.',
    ...(startedOver ? [describeOldFile(startedOver.aside)] : []),
    ...(backup ? [] : ['There is no backup to restore it from.']),
  ]
  notices.add('The library is empty', sentences.join(' '), { backup })
}

/** Whether the user removed the last link. */
function wasEmptied({ sql }: Database): boolean {
  return readFact(sql, 'emptied') !== null
}

function describeOldFile(aside: string | null): string {
  return aside === null
    ? 'The file library.db is no longer in the data folder.'
    : `The file library.db had been emptied, and was kept as ${aside}.`
}
