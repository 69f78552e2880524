import type { Problem } from '../../contract/problem.ts'
import type { StoreAnswer, StoreFault } from './store.ts'
import type { SystemStore } from './systemStore.ts'

/** Keys that could not be removed from the system's key store: whose they are, and why. */
export interface KeysLeft {
  accounts: string[]
  store: string
  problem: Problem
}

const byReason: Partial<Record<StoreFault, Problem['code']>> = {
  timed_out: 'key_store_timeout',
  locked: 'key_store_locked',
  denied: 'key_store_denied',
}

/** Removes keys from the system's key store, as many as it lets go; `null` when none is left there. */
export async function removeAllKeys(
  systemStore: SystemStore,
  accounts: readonly string[],
): Promise<KeysLeft | null> {
  if (accounts.length === 0) return null
  const { name, reason } = await systemStore.state()
  const left = (kept: readonly string[], why: StoreFault | null): KeysLeft => ({
    accounts: [...kept],
    store: name,
    problem: { code: (why && byReason[why]) ?? 'key_unreadable' },
  })
  const store = await systemStore.store()
  // Of a locked one an entry can neither be removed nor seen, though it says neither.
  if (!store || reason === 'locked') return left(accounts, reason)
  for (const [at, account] of accounts.entries()) {
    const removed = await store.remove(account)
    const answer: StoreAnswer<string | null> = removed.ok ? await store.get(account) : removed
    if (!answer.ok) return left(accounts.slice(at), answer.reason)
    if (answer.value !== null) return left(accounts.slice(at), 'failed')
  }
  return null
}

/** What is said of them after everything else was erased. */
export function keysLeftText({ accounts, store }: KeysLeft): string {
  const which = accounts.length === 1 ? 'A project key' : `${accounts.length} project keys`
  return (
    `${which} could not be removed from ${store}. Everything else was erased. Remove what it lists ` +
    `under “Linkwright” in the system’s own program: ${accounts.join(', ')}.`
  )
}
