import { setTimeout as pause } from 'node:timers/promises'
import { maxCacheMs } from '../links/erase.ts'
import { linkKey, type LinkRow } from '../store/links/links.ts'
import type { Project } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { spans } from '../store/visits/visits.ts'
import { readLinkPages } from './pages.ts'
import { removeRules } from './rules.ts'

/**
 * Links whose visits and history are deleted at a time. Each can have thousands of rows: more links would block the writes
 * of a service with the same SQLite file, or exceed the time limit of a statement in PostgreSQL.
 */
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
    const idsWithRows = await findIdsWithRows(store, links)
    for (let start = 0; start < idsWithRows.length; start += forgetSize) {
      const ids = idsWithRows.slice(start, start + forgetSize)
      result.visit_rows += await store.visits.forget(ids)
      result.changes += await store.changes.forget(ids)
    }
  }
  return result
}

/** Returns the ids of the links that have visits or a history: of a million links, most have neither. */
async function findIdsWithRows({ visits, changes }: Store, links: readonly LinkRow[]): Promise<number[]> {
  const ids = new Set(links.map(({ id }) => id))
  const [firstId, lastId] = [Math.min(...ids), Math.max(...ids)]
  const idsWithRows = new Set<number>()
  for (const findFirstRow of [
    (link: number) => visits.scan({ link, span: spans.hour, start: -1 }, 1),
    (link: number) => visits.scanReferrers({ link, start: -1, host: '' }, 1),
    (link: number) => changes.scan({ link, at: -1 }, 1),
  ]) {
    // Skips from one link with rows to the next. Links between them may be those of other projects.
    let [row] = await findFirstRow(firstId)
    while (row && row.link <= lastId) {
      if (ids.has(row.link)) idsWithRows.add(row.link)
      ;[row] = await findFirstRow(row.link + 1)
    }
  }
  return [...idsWithRows]
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
