import type { FoundLink } from '../../../contract/app/calls/links/links.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { linkOfRecord } from '../../link/linkOfRecord.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** A link as shown by *Find*: from its service, or from the library until the service answers. */
export interface ShownLink extends Omit<FoundLink, 'raw'> {
  /** The service's raw answer; `null` if there is none. */
  raw: string | null
}

/** Returns a library link as shown before its service answers; `null` if only its path is known. */
export function shownFromLibrary(record: LinkRecord, profile: SavedProfile | null): ShownLink | null {
  const link = linkOfRecord(record)
  if (!link) return null
  const path = record.path ?? ''
  return { path, link, record, raw: null, defaults: profile?.defaults ?? 'unknown' }
}
