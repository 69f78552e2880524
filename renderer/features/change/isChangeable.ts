import type { LinkRecord } from '../../../contract/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Returns whether the service of a link offers to change it. */
export function isChangeable({ state, path }: LinkRecord, { changesLinks }: SavedProfile): boolean {
  return changesLinks && state === 'created' && path !== null
}
