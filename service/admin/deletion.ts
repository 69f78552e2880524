import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { byName, fieldsOf, trackingNames } from '../../contract/link/fields.ts'
import type { LinkRow, Project, Store } from '../store/store.ts'
import { readLinkPages } from './linkPages.ts'

/** For how long a service may go on believing a key, and making links or counting visits with what it knows. */
const maxKeyCacheMs = 2_000

/** What a deletion ends. */
export interface DeletionResult {
  keys_ended: number
  links: number
  /** Rows of visits and of the hosts that they came from. */
  visit_rows: number
}

/**
 * Deletes a project: its keys end, its links keep their paths alone, and how often they were visited is forgotten. When it
 * was interrupted, doing it again finishes it.
 */
export async function deleteProject(store: Store, found: Project): Promise<DeletionResult> {
  const [project, time] = [found.id, Date.now()]
  await store.putProject({ ...found, active: false, deletedAt: found.deletedAt ?? time })
  const deleted = { keys_ended: await store.expireKeys(project, time, null), links: 0, visit_rows: 0 }
  await pause(maxKeyCacheMs)
  for (let emptied = 1; emptied > 0;) {
    emptied = 0
    for await (const links of readProjectPages(store, project)) {
      deleted.visit_rows += await store.visits.forget(links.map(({ id }) => id))
      const full = links.filter((link) => !isEmpty(link))
      await store.putLinks(full.map((link) => ({ ...toEmptyLink(link), updatedAt: time })))
      emptied += full.length
    }
    // Then once more, for what a slow request has made meanwhile.
    deleted.links += emptied
  }
  return deleted
}

/** All links of a project, in pages that are never empty. */
export async function* readProjectPages(store: Store, project: string): AsyncGenerator<LinkRow[]> {
  for await (const page of readLinkPages(store)) {
    const links = page.filter((link) => link.project === project)
    if (links.length > 0) yield links
  }
}

/** How many links of a project hold anything. */
export async function countLinks(store: Store, project: string): Promise<number> {
  let count = 0
  for await (const links of readProjectPages(store, project)) {
    count += links.filter((link) => !isEmpty(link)).length
  }
  return count
}

function isEmpty(link: LinkRow): boolean {
  return isDeepStrictEqual(link, toEmptyLink(link))
}

/** What is left of a deleted link: the path, which is never given again, and whose it was. */
function toEmptyLink({ id, path, origin, project, environment, createdAt, updatedAt }: LinkRow): LinkRow {
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
