import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { KeyLocation, KeyStoreState } from '../../../contract/app/profile/keyStore.ts'

/** Where to store a key: in the system's key store, or in memory until the app closes. */
export type NewKeyLocation = NonNullable<CallInput<'keys.replace'>['keep']>

/** Returns where a key is stored, as the start of a sentence. */
export function describeKeyLocation(location: KeyLocation, { name }: KeyStoreState): string {
  if (location === 'none') return 'No key on this computer'
  return location === 'keychain' ? `Kept in ${name}` : 'Kept in memory, until you close the app'
}

/** Returns the same for the key of the service on this computer, which Linkwright recreates if it is missing. */
export function describeManagedKey(location: KeyLocation, store: KeyStoreState): string {
  if (location === 'none') return 'Linkwright creates this key when it’s needed'
  return location === 'keychain'
    ? describeKeyLocation(location, store)
    : 'Kept while Linkwright is open, and recreated when it’s needed'
}
