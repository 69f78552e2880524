import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/**
 * Returns whether a profile's service can't be used because its key is missing or its key store is unavailable. The
 * local service's key is created on demand.
 */
export function isKeyMissing(
  { kind, key }: Pick<SavedProfile, 'kind' | 'key'>,
  keyStore: Pick<KeyStoreState, 'kind'>,
): boolean {
  if (kind === 'embedded') return false
  return key === 'none' || (key === 'keychain' && keyStore.kind === 'memory')
}
