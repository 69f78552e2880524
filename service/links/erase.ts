import { setTimeout as pause } from 'node:timers/promises'
import { linkKey, type StoredLink } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'

/** How long a service may continue to create links or count visits as before: it caches keys and links. */
export const maxCacheMs = 2_000

/**
 * Erases the content, visits and history of links, but not their paths (decision 29). Returns the number of deleted rows of
 * visits and of the history.
 */
export async function eraseLinks(
  { changes, visits }: Pick<Store, 'changes' | 'visits'>,
  links: readonly Pick<StoredLink, 'id' | 'path' | 'ownKey'>[],
): Promise<{ visitRows: number; changes: number }> {
  await changes.erase(links.map(linkKey), Date.now())
  // Until then, other processes can count visits to the links as before.
  await pause(maxCacheMs)
  const ids = links.map(({ id }) => id)
  return { visitRows: await visits.forget(ids), changes: await changes.forget(ids) }
}
