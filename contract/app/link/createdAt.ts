import { z } from 'zod'
import { tryParseJson } from '../text/tryParseJson.ts'
import type { LinkRecord } from './record.ts'
import type { RemoteLink } from './remoteLink.ts'

const time = z.iso.datetime({ offset: true })

/** Names under which some services report the creation time. The specification has none. */
const memberNames = ['created_at', 'createdAt'] as const

/** Returns the creation time that the service reports (ISO 8601), or `null`. */
function serviceCreatedAt(stored: Pick<RemoteLink, 'extra'> | null): string | null {
  return creationField(stored)?.time ?? null
}

/** Returns the field with the creation time that the service reports, or `null`. */
export function creationField(
  stored: Pick<RemoteLink, 'extra'> | null,
): { name: string; time: string } | null {
  for (const name of memberNames) {
    const json = stored?.extra[name]
    const read = time.safeParse(json === undefined ? null : tryParseJson(json))
    if (read.success) return { name, time: read.data }
  }
  return null
}

/** Member of a reference's request that contains the creation time from its file. No request to a service has it. */
export const referenceTimeMember = 'created_at'

/**
 * Returns when a link was created: the time of its request, the service's time if it was added later, or the file's time
 * for a reference. Returns `null` if unknown.
 */
export function getCreatedAt({
  added,
  createdAt,
  stored,
  request = null,
}: Pick<LinkRecord, 'added' | 'createdAt' | 'stored'> & { request?: object | null }): string | null {
  if (!added) return createdAt
  if (stored !== null || request === null) return serviceCreatedAt(stored)
  const value: unknown = Object.entries(request).find(([name]) => name === referenceTimeMember)?.[1]
  return time.safeParse(value).data ?? null
}

const dayTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|UTC|([+-]\d{2}):?(\d{2}))?)?$/i
const unixTime = /^\d{10}(?:\d{3})?$/

/**
 * Returns an exported time as ISO 8601, or `null` if it is ambiguous: 05/04/2026 can be in May or April. Reads ISO
 * times (UTC if they have no zone) and Unix times in seconds or milliseconds.
 */
export function parseExportedTime(text: string): string | null {
  const trimmed = text.trim().slice(0, 40)
  if (unixTime.test(trimmed)) return toIso(Number(trimmed) * (trimmed.length === 10 ? 1_000 : 1))
  const [match, day, clock = '00:00', hours = '+00', minutes = '00'] = dayTime.exec(trimmed) ?? []
  return match === undefined ? null : toIso(Date.parse(`${day ?? ''}T${clock}${hours}:${minutes}`))
}

function toIso(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
