import { setTimeout as pause } from 'node:timers/promises'
import { maxCacheMs } from '../links/erase.ts'
import { linkKey, type LinkRow } from '../store/links/links.ts'
import type { Project } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { readLinkPages } from './pages.ts'
import { removeRules } from './rules.ts'

/** Links whose visits and history are deleted at a time: with many, PostgreSQL would read whole tables. */
const forgetSize = 5

/**
 * Deletes a project: expires its keys, removes its rules, erases its links except for their paths, and deletes their
 * visits and history. Call it again to finish an interrupted deletion.
 */
export async function deleteProject(store: Store, project: Project) {
  const [projectId, time] = [project.id, Date.now()]
  await store.putProject({ ...project, active: false, deletedAt: project.deletedAt ?? time })
  const result = {
    keys_ended: await store.expireKeys(projectId, time, null),
    links: 0,
    /** Rows of visit counts and referring hosts. */
    visit_rows: 0,
    /** Entries of the links' history. */
    changes: 0,
    /** Whether the project had rules. */
    rules: await removeRules(store, projectId),
  }
  await pause(maxCacheMs)
  for (let erasedCount = 1; erasedCount > 0;) {
    erasedCount = 0
    for await (const links of readProjectPages(store, projectId))
      erasedCount += await store.changes.erase(links.map(linkKey), time)
    result.links += erasedCount
    // Until then, other processes can count visits to the links as before. Repeat for links that a slow request created meanwhile.
    if (erasedCount > 0) await pause(maxCacheMs)
  }
  for await (const links of readProjectPages(store, projectId)) {
    for (let start = 0; start < links.length; start += forgetSize) {
      const ids = links.slice(start, start + forgetSize).map(({ id }) => id)
      result.visit_rows += await store.visits.forget(ids)
      result.changes += await store.changes.forget(ids)
    }
  }
  return result
}

/** Yields all links of a project, in non-empty pages. */
export async function* readProjectPages(store: Store, project: string): AsyncGenerator<LinkRow[]> {
  for await (const page of readLinkPages(store)) {
    const links = page.filter((link) => link.project === project)
    if (links.length > 0) yield links
  }
}

/** Returns the number of a project's links that aren't erased. */
export async function countLinks(store: Store, project: string): Promise<number> {
  let count = 0
  for await (const links of readProjectPages(store, project)) {
    count += links.filter(({ erasedAt }) => erasedAt === null).length
  }
  return count
}
