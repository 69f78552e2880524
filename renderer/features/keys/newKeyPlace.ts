import type { CallInput } from '../../../contract/calls.ts'
import type { KeyPlace, KeyStoreState } from '../../../contract/keyStore.ts'

/** Where to store a key: in the system's key store, or in memory until the app closes. */
export type NewKeyPlace = NonNullable<CallInput<'keys.replace'>['keep']>

/** Returns where a key is stored, as the start of a sentence. */
export function describeKeyPlace(place: KeyPlace, { name }: KeyStoreState): string {
  if (place === 'none') return 'No key on this computer'
  return place === 'keychain' ? `Kept in ${name}` : 'Kept in memory, until you close the app'
}

/** Returns the same for the key of the service on this computer, which Linkwright recreates if it is missing. */
export function describeManagedKey(place: KeyPlace, store: KeyStoreState): string {
  if (place === 'none') return 'Linkwright creates this key when it’s needed'
  return place === 'keychain'
    ? describeKeyPlace(place, store)
    : 'Kept while Linkwright is open, and recreated when it’s needed'
}
