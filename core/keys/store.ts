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

/** Storage for keys: the system's key store, or the app's memory. Accounts are profile ids. */
export interface KeyStore {
  /** `null`: there is no entry, or the store hides it. */
  get: (account: string) => Promise<KeyStoreResult<string | null>>
  set: (account: string, secret: string) => Promise<KeyStoreResult<null>>
  remove: (account: string) => Promise<KeyStoreResult<null>>
}

/** Keeps keys until the app closes, if the system has no key store or the user prefers this. */
export function createMemoryStore(): KeyStore & { has: (account: string) => boolean } {
  const secrets = new Map<string, string>()
  return {
    has: (account) => secrets.has(account),
    get: (account) => Promise.resolve({ ok: true, value: secrets.get(account) ?? null }),
    set: (account, secret) => {
      secrets.set(account, secret)
      return Promise.resolve({ ok: true, value: null })
    },
    remove: (account) => {
      secrets.delete(account)
      return Promise.resolve({ ok: true, value: null })
    },
  }
}
