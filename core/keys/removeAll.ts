import type { Problem } from '../../contract/app/problems/problem.ts'
import { problemOfError, type KeyStoreResult, type KeyStoreError } from './store.ts'
import type { SystemStore } from './systemStore.ts'

/** Keys that couldn't be removed from the system's key store, and why. */
export interface RemainingKeys {
  accounts: string[]
  store: string
  problem: Problem
}

/** Removes all keys that can be removed from the key store. Returns the remaining ones, or `null`. */
export async function removeAllKeys(
  systemStore: SystemStore,
  accounts: readonly string[],
): Promise<RemainingKeys | null> {
  if (accounts.length === 0) return null
  // Checked again, because an earlier failure may be over: the store may have been unlocked since.
  const { name, reason } = await systemStore.refresh()
  const toRemaining = (kept: readonly string[], reason: KeyStoreError | null): RemainingKeys => ({
    accounts: [...kept],
    store: name,
    problem: { code: (reason && problemOfError[reason]) ?? 'key_unreadable' },
  })
  const store = await systemStore.store()
  // A locked key store can neither remove nor read an entry, but reports no error.
  if (!store || reason === 'locked') return toRemaining(accounts, reason)
  for (const [index, account] of accounts.entries()) {
    const removed = await store.remove(account)
    const result: KeyStoreResult<string | null> = removed.ok ? await store.get(account) : removed
    if (!result.ok) return toRemaining(accounts.slice(index), result.reason)
    if (result.value !== null) return toRemaining(accounts.slice(index), 'failed')
  }
  return null
}

/** Returns the notice text about remaining keys, after everything else was erased. */
export function remainingKeysText({ accounts, store }: RemainingKeys): string {
  const subject = accounts.length === 1 ? 'A project key' : `${accounts.length} project keys`
  return (
    `${subject} couldn’t be removed from ${store}. Everything else was erased. Remove what it lists ` +
    `under “Linkwright” in the system’s own program: ${accounts.join(', ')}.`
  )
}
