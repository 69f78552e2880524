import type { KeyStoreError } from './store.ts'

/** Maps error messages of the three systems' key stores to a reason. The first match wins. */
const reasonPatterns: readonly (readonly [RegExp, KeyStoreError])[] = [
  [/failed to load keytar|cannot open shared object|dlopen|ERR_MODULE_NOT_FOUND/i, 'no_library'],
  [
    /autolaunch|could not connect|cannot spawn a message bus|\/bus'?: no such file|connection is closed/i,
    'no_bus',
  ],
  [/not provided by any \.service files|ServiceUnknown|NameHasNoOwner/i, 'no_provider'],
  [/object does not exist at path|no such (object|collection)/i, 'no_collection'],
  [/locked collection|interaction is not allowed|keychain.*locked|is locked/i, 'locked'],
  [/cancel+ed|denied|dismissed|not permitted|passphrase you entered is not correct/i, 'denied'],
]

/** Returns the reason for a key store's error message. */
export function findReason(message: string): KeyStoreError {
  return reasonPatterns.find(([phrase]) => phrase.test(message))?.[1] ?? 'failed'
}
