import type { CallInput } from '../../../contract/calls.ts'
import type { KeyPlace, KeyStoreState } from '../../../contract/keyStore.ts'

/** Where a key is to rest: in the system's key store, or only until the app is closed. */
export type NewKeyPlace = NonNullable<CallInput<'keys.replace'>['keep']>

/** Where a key rests, in words that go on a sentence. */
export function describeKeyPlace(place: KeyPlace, { name }: KeyStoreState): string {
  if (place === 'none') return 'No key on this computer'
  return place === 'keychain' ? `Kept in ${name}` : 'Kept in memory, until you close the app'
}
