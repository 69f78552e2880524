import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Returns whether a link's service supports changing it. */
export function isChangeable({ state, path }: LinkRecord, { canChangeLinks }: SavedProfile): boolean {
  return canChangeLinks && state === 'created' && path !== null
}
