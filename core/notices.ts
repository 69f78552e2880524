import { randomUUID } from 'node:crypto'
import type { Notice } from '../contract/calls/app.ts'
import type { Backup } from '../contract/calls/library.ts'

/** What has happened without being asked for, until the person has read it. */
export interface Notices {
  add: (title: string, text: string, backup?: Backup) => void
  list: () => Notice[]
  dismiss: (id: string) => void
}

export function createNotices(): Notices {
  const notices = new Map<string, Notice>()
  return {
    add: (title, text, backup) => {
      const id = randomUUID()
      notices.set(id, { id, title, text, ...(backup && { backup }) })
    },
    list: () => [...notices.values()],
    dismiss: (id) => void notices.delete(id),
  }
}
