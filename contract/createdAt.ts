import { z } from 'zod'
import type { LinkRecord } from './record.ts'
import type { RemoteLink } from './remoteLink.ts'

const time = z.iso.datetime({ offset: true })

/** Members that services name the time of creation by; the specification has none. */
const memberNames = ['created_at', 'createdAt'] as const

/** Returns when the service says that a link was created, as ISO 8601; `null` if it does not say. */
export function serviceCreatedAt(stored: Pick<RemoteLink, 'extra'> | null): string | null {
  for (const name of memberNames) {
    const json = stored?.extra[name]
    const read = time.safeParse(json === undefined ? null : textIn(json))
    if (read.success) return read.data
  }
  return null
}

/**
 * Returns when a link was created: the time of the request for a link made here, and what its service says for one that was
 * added. `null` if that is not known; when it was added is another matter.
 */
export function createdAtOf({
  added,
  createdAt,
  stored,
}: Pick<LinkRecord, 'added' | 'createdAt' | 'stored'>) {
  return added ? serviceCreatedAt(stored) : createdAt
}

function textIn(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
