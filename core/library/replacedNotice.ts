import { join } from 'node:path'
import type { Notices } from '../notices.ts'

interface Parts {
  folder: string
  notices: Notices
}

/** Returns a handler of the library thread's events that shows a notice while the library's files are replaced. */
export function createReplacedNotice({ folder, notices }: Parts): (state: string) => void {
  let noticeId: string | null = null
  return (state) => {
    if (noticeId !== null) notices.dismiss(noticeId)
    noticeId =
      state === 'in place'
        ? null
        : notices.add(
            'Your library can’t be saved',
            state === 'overwritten' ? describeOverwritten(folder) : describeMoved(folder),
          )
  }
}

function describeMoved(folder: string): string {
  return (
    `${join(folder, 'library.db')} or its log was moved, replaced or removed while Linkwright was running. ` +
    'No links are created until it is back. Put the original files back, and Linkwright continues. ' +
    'If you can’t, restart Linkwright and restore a backup under Backups.'
  )
}

function describeOverwritten(folder: string): string {
  return (
    `${join(folder, 'library.db')} was overwritten while Linkwright was running, so no links are created. ` +
    'Quit Linkwright and put the file you need in place again, without library.db-wal and library.db-shm. ' +
    'Then start Linkwright, or restore a backup under Backups.'
  )
}
