import type { KeyStoreState } from '../../contract/keyStore.ts'

export type KeyStoreError = NonNullable<KeyStoreState['reason']>

/** What a key store answers. Its failures are data: a locked keyring is no fault of the program. */
export type KeyStoreResult<T> = { ok: true; value: T } | { ok: false; reason: KeyStoreError; detail: string }

/** The seam to where keys rest: the system's key store, or the memory of this app. Accounts are ids of profiles. */
export interface KeyStore {
  /** `null`: no entry, or one that the store does not show. */
  get: (account: string) => Promise<KeyStoreResult<string | null>>
  set: (account: string, secret: string) => Promise<KeyStoreResult<null>>
  remove: (account: string) => Promise<KeyStoreResult<null>>
}

/** Keeps keys until the app is closed: where the system has no key store, and where a person wants it so. */
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
