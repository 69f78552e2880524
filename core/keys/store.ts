import type { ProblemCode } from '../../contract/app/problems/problem.ts'
import type { KeyStoreState } from '../../contract/app/profile/keyStore.ts'

export type KeyStoreError = NonNullable<KeyStoreState['reason']>

/** The visible state of the system's key store: its name, and the reason if it can't be used. */
export type KeyStoreStatus = Pick<KeyStoreState, 'name' | 'reason'>

/** The result of a key store call. Failures are data, because a locked keyring isn't a bug. */
export type KeyStoreResult<T> = { ok: true; value: T } | { ok: false; reason: KeyStoreError; detail: string }

/** The problems of failures that the user can do something about. */
export const problemOfError: Partial<Record<KeyStoreError, ProblemCode>> = {
  timed_out: 'key_store_timeout',
  locked: 'key_store_locked',
  denied: 'key_store_denied',
}

/** The system's key store. Accounts are profile ids. */
export interface KeyStore {
  /** `null`: there is no entry, or the store hides it. */
  get: (account: string) => Promise<KeyStoreResult<string | null>>
  set: (account: string, secret: string) => Promise<KeyStoreResult<null>>
  remove: (account: string) => Promise<KeyStoreResult<null>>
}
