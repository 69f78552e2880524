import { randomUUID } from 'node:crypto'
import type { Notice } from '../contract/app/calls/app/app.ts'

type NoticeOffer = Pick<Notice, 'backup' | 'report' | 'run'>

/** Messages that the user hasn't dismissed yet. */
export type Notices = ReturnType<typeof createNotices>

export function createNotices() {
  const notices = new Map<string, Notice>()
  const dismissWhere = (isObsolete: (notice: Notice) => boolean) => {
    for (const notice of notices.values()) if (isObsolete(notice)) notices.delete(notice.id)
  }
  return {
    /** Adds a notice and returns its id. `offer` is an action for it. */
    add: (title: string, text: string, offer: NoticeOffer = {}) => {
      const id = randomUUID()
      notices.set(id, { id, title, text, ...offer })
      return id
    },
    list: () => [...notices.values()],
    dismiss: (id: string) => void notices.delete(id),
    /** Dismisses the notices of a run that the user resumed. */
    dismissRun: (run: string) => dismissWhere((notice) => notice.run === run),
    /** Dismisses the offers of a backup that was restored. */
    dismissBackup: (name: string) => dismissWhere((notice) => notice.backup?.name === name),
  }
}
