import { z } from 'zod'
import type { LinkRecord } from './record.ts'
import type { RemoteLink } from './remoteLink.ts'

const time = z.iso.datetime({ offset: true })

/** Names under which some services report the creation time. The specification has none. */
const memberNames = ['created_at', 'createdAt'] as const

/** Returns the creation time that the service reports (ISO 8601), or `null`. */
export function serviceCreatedAt(stored: Pick<RemoteLink, 'extra'> | null): string | null {
  return creationField(stored)?.time ?? null
}

/** Returns the field with the creation time that the service reports, or `null`. */
export function creationField(
  stored: Pick<RemoteLink, 'extra'> | null,
): { name: string; time: string } | null {
  for (const name of memberNames) {
    const json = stored?.extra[name]
    const read = time.safeParse(json === undefined ? null : textIn(json))
    if (read.success) return { name, time: read.data }
  }
  return null
}

/**
 * Returns when a link was created: the time of the request for a link made here, or the service's time for
 * one that was added. Returns `null` if unknown; the time it was added doesn't count.
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
