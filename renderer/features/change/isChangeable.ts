import type { LinkRecord } from '../../../contract/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Returns whether a link's service supports changing it. */
export function isChangeable({ state, path }: LinkRecord, { changesLinks }: SavedProfile): boolean {
  return changesLinks && state === 'created' && path !== null
}
