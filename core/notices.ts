import { randomUUID } from 'node:crypto'
import type { Notice } from '../contract/calls/app.ts'

type NoticeOffer = Pick<Notice, 'backup' | 'report' | 'run'>

/** What has happened without being asked for, until the person has read it. */
export interface Notices {
  /** Gives the notice's id. `offer` is what can be done about it. */
  add: (title: string, text: string, offer?: NoticeOffer) => string
  list: () => Notice[]
  dismiss: (id: string) => void
  /** Dismisses what was said of a run, because a person moved it on. */
  dismissRun: (run: string) => void
}

export function createNotices(): Notices {
  const notices = new Map<string, Notice>()
  return {
    add: (title, text, offer = {}) => {
      const id = randomUUID()
      notices.set(id, { id, title, text, ...offer })
      return id
    },
    list: () => [...notices.values()],
    dismiss: (id) => void notices.delete(id),
    dismissRun: (run) => {
      for (const notice of notices.values()) if (notice.run === run) notices.delete(notice.id)
    },
  }
}
