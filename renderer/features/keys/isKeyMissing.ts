import type { KeyStoreState } from '../../../contract/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/**
 * Whether nothing can be asked of a profile's service for want of its key: there is none, or the key store that has it is
 * gone. The app makes the key of the service on this computer whenever it needs it.
 */
export function isKeyMissing(
  { kind, key }: Pick<SavedProfile, 'kind' | 'key'>,
  keyStore: Pick<KeyStoreState, 'kind'>,
): boolean {
  if (kind === 'embedded') return false
  return key === 'none' || (key === 'keychain' && keyStore.kind === 'memory')
}
