import { isDeepStrictEqual } from 'node:util'
import type { LinkRow, Project, ProjectKey, Store } from '../../store/store.ts'
import { contentsOf, keysOf, pagesOfLinks } from './contents.ts'
import type { Contents } from './contents.ts'

/** What a copy did and what both databases hold now. */
export interface CopyReport {
  equal: boolean
  /** Rows that were missing in the target or older there. */
  written: Counts
  /** Rows that differ and were left as they are in the target, since they were changed there. */
  kept: Counts
  from: Contents
  to: Contents
}

type Counts = Pick<Contents, 'projects' | 'keys' | 'links'>

/**
 * Brings every project, key and link of one store into another, then reads both again and compares them. Can be repeated:
 * only what is missing or older is written. What was changed in the target since is never undone, so that a copy by
 * mistake cannot bring a revoked key or an inactive link back to life.
 */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (links: number) => void,
): Promise<CopyReport> {
  const projects = await copyProjects(from, to)
  const keys = await copyKeys(from, to)
  const links = await copyLinks(from, to, onProgress)
  const [source, target] = await Promise.all([contentsOf(from), contentsOf(to)])
  return {
    equal: isDeepStrictEqual(source, target),
    written: { projects: projects.written, keys: keys.written, links: links.written },
    kept: { projects: projects.kept, keys: keys.kept, links: links.kept },
    from: source,
    to: target,
  }
}

interface Tally {
  written: number
  kept: number
}

async function copyProjects(from: Store, to: Store): Promise<Tally> {
  const there = new Map((await to.listProjects()).map((project) => [project.id, project]))
  const disabledThere = (project: Project) => project.active && there.get(project.id)?.active === false
  const { write, keep } = partition(await from.listProjects(), (row) => there.get(row.id), disabledThere)
  for (const project of write) await to.putProject(project)
  return { written: write.length, kept: keep.length }
}

async function copyKeys(from: Store, to: Store): Promise<Tally> {
  const there = new Map((await keysOf(to)).map((key) => [key.hash, key]))
  const end = (key: ProjectKey | undefined) => key?.expiresAt ?? Infinity
  const endsEarlierThere = (key: ProjectKey) => end(there.get(key.hash)) < end(key)
  const { write, keep } = partition(await keysOf(from), (row) => there.get(row.hash), endsEarlierThere)
  for (const key of write) await to.putKey(key)
  return { written: write.length, kept: keep.length }
}

async function copyLinks(from: Store, to: Store, onProgress: (links: number) => void): Promise<Tally> {
  const tally = { written: 0, kept: 0 }
  let read = 0
  for await (const page of pagesOfLinks(from)) {
    const there = await sameLinks(to, page)
    const newerThere = (link: LinkRow) => (there.get(link.id)?.updatedAt ?? 0) > link.updatedAt
    const { write, keep } = partition(page, (row) => there.get(row.id), newerThere)
    if (write.length > 0) await to.putLinks(write)
    tally.written += write.length
    tally.kept += keep.length
    onProgress((read += page.length))
  }
  return tally
}

/** The target's links between the first and the last of a page, by id. */
async function sameLinks(to: Store, page: LinkRow[]): Promise<Map<number, LinkRow>> {
  const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0]
  const found = new Map<number, LinkRow>()
  for await (const links of pagesOfLinks(to, first - 1, last))
    for (const link of links) found.set(link.id, link)
  return found
}

/** Leaves out the rows that are the same in the target, and parts the others into those to write and those to keep. */
function partition<T>(rows: T[], there: (row: T) => T | undefined, changedThere: (row: T) => boolean) {
  const different = rows.filter((row) => !isDeepStrictEqual(row, there(row)))
  return {
    write: different.filter((row) => !changedThere(row)),
    keep: different.filter(changedThere),
  }
}
