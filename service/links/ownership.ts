import { foldPath, isOwnPath } from '../../contract/service/path/ownPath.ts'
import type { LinkOwner, LinkRow, StoredLink } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'

/** Whether a link belongs to the project and environment and was not erased (decision 29). Others can't see it. */
export function belongsTo({ project, environment }: LinkOwner, link: StoredLink | null): link is StoredLink {
  return link?.project === project && link.environment === environment && link.erasedAt === null
}

/**
 * Returns the link of a project and environment with this path, generated or its own, the latter without regard to case.
 * Returns `null` if there is none, or if it belongs to others.
 */
export async function findOwnedLink(
  store: Pick<Store, 'findLink' | 'ownPaths'>,
  owner: LinkOwner,
  path: string,
): Promise<StoredLink | null> {
  // Keys of own paths have a slash and aren't paths.
  if (path.includes('/')) return null
  const link = await store.findLink(path)
  if (belongsTo(owner, link)) return link
  const normalized = path.normalize('NFC')
  const key = isOwnPath(normalized) ? await store.ownPaths.find(owner, foldPath(normalized)) : null
  const ownLink = key === null ? null : await store.findLink(key)
  return belongsTo(owner, ownLink) ? ownLink : null
}

/**
 * Whether an own path can't be chosen by its owner: it is used on its host, in the project and environment, or as a generated
 * path, which visits find first. Always `false` for a generated path, which is drawn again.
 */
export async function isPathTaken(
  store: Store,
  link: Pick<LinkRow, 'path' | 'ownKey' | keyof LinkOwner>,
): Promise<boolean> {
  if (link.ownKey === null) return false
  const found = await Promise.all([
    store.findLink(link.path),
    store.findLink(link.ownKey),
    store.ownPaths.find(link, foldPath(link.path)),
  ])
  return found.some((one) => one !== null)
}
