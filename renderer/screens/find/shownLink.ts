import type { FoundLink } from '../../../contract/calls/links.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { linkOfRecord } from '../../link/linkOfRecord.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** A link as *Find* shows it: as its service answered, or as the library has it while the service has not. */
export interface ShownLink extends Omit<FoundLink, 'raw'> {
  /** The service's answer as text; `null` while there is none. */
  raw: string | null
}

/** Returns a link of the library as it is shown before its service answers; `null` if nothing is known of it but its path. */
export function shownFromLibrary(record: LinkRecord, profile: SavedProfile | null): ShownLink | null {
  const link = linkOfRecord(record)
  if (!link) return null
  const path = record.path ?? ''
  return { path, link, record, raw: null, defaults: profile?.defaults ?? 'unknown' }
}
