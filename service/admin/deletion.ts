import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { byName, fieldsOf, trackingNames } from '../../contract/link/fields.ts'
import type { LinkRow, Project, Store } from '../store/store.ts'
import { pagesOfLinks } from './pagesOfLinks.ts'

/** For how long a service may go on believing a key, and making links or counting visits with what it knows. */
const believedMs = 2_000

/** What a deletion ends. */
export interface Deleted {
  keys_ended: number
  links: number
  /** Rows of visits and of the hosts that they came from. */
  visit_rows: number
}

/**
 * Deletes a project: its keys end, its links keep their paths alone, and how often they were visited is forgotten. When it
 * was interrupted, doing it again finishes it.
 */
export async function deleteProject(store: Store, found: Project): Promise<Deleted> {
  const [project, at] = [found.id, Date.now()]
  await store.putProject({ ...found, active: false, deletedAt: found.deletedAt ?? at })
  const deleted = { keys_ended: await store.expireKeys(project, at, null), links: 0, visit_rows: 0 }
  await pause(believedMs)
  for (let emptied = 1; emptied > 0;) {
    emptied = 0
    for await (const links of pagesOfProject(store, project)) {
      deleted.visit_rows += await store.visits.forget(links.map(({ id }) => id))
      const full = links.filter((link) => !isEmpty(link))
      await store.putLinks(full.map((link) => ({ ...emptyOf(link), updatedAt: at })))
      emptied += full.length
    }
    // Then once more, for what a slow request has made meanwhile.
    deleted.links += emptied
  }
  return deleted
}

/** All links of a project, in pages that are never empty. */
export async function* pagesOfProject(store: Store, project: string): AsyncGenerator<LinkRow[]> {
  for await (const page of pagesOfLinks(store)) {
    const links = page.filter((link) => link.project === project)
    if (links.length > 0) yield links
  }
}

/** How many links of a project hold anything. */
export async function countLinks(store: Store, project: string): Promise<number> {
  let count = 0
  for await (const links of pagesOfProject(store, project)) {
    count += links.filter((link) => !isEmpty(link)).length
  }
  return count
}

function isEmpty(link: LinkRow): boolean {
  return isDeepStrictEqual(link, emptyOf(link))
}

/** What is left of a deleted link: the path, which is never given again, and whose it was. */
function emptyOf({ id, path, origin, project, environment, createdAt, updatedAt }: LinkRow): LinkRow {
  return {
    ...{ id, path, origin, project, environment, createdAt, updatedAt },
    active: false,
    ...byName(fieldsOf('text'), () => ''),
    data: '{}',
    tags: '[]',
    ...{ ios: null, android: null, desktop: null },
    ...{ previewIos: false, previewAndroid: false },
    tracking: byName(trackingNames, () => null),
    idempotency: null,
  }
}
