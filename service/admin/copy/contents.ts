import { createHash } from 'node:crypto'
import type { LinkRow, ProjectKey, Store } from '../../store/store.ts'
import { canonicalJson } from '../../../contract/canonicalJson.ts'

/** Links that are read at once. */
const pageSize = 500

/** How much a store holds, and a hash by which two stores with the same contents are known. */
export interface Contents {
  projects: number
  keys: number
  links: number
  /** SHA-256 over every field of every row, in an order that is the same on every engine. */
  sha256: string
}

/** Reads everything that a store holds, a page at a time. */
export async function contentsOf(store: Store): Promise<Contents> {
  const hash = createHash('sha256')
  const add = (row: object) => hash.update(`${canonicalJson(row)}\n`)
  const projects = byText(await store.listProjects(), ({ id }) => id)
  projects.forEach(add)
  const keys = await keysOf(store)
  keys.forEach(add)
  let links = 0
  for await (const page of pagesOfLinks(store)) {
    page.forEach(add)
    links += page.length
  }
  return { projects: projects.length, keys: keys.length, links, sha256: hash.digest('hex') }
}

/** The keys of every project. */
export async function keysOf(store: Store): Promise<ProjectKey[]> {
  const projects = await store.listProjects()
  const keys: ProjectKey[] = []
  for (const { id } of projects) keys.push(...(await store.listKeys(id)))
  return byText(keys, ({ hash }) => hash)
}

/** All links with an id above `after` and up to `last`, in order of id, in pages that are never empty. */
export async function* pagesOfLinks(store: Store, after = -1, last = Infinity): AsyncGenerator<LinkRow[]> {
  for (let from = after; from < last;) {
    const page = await store.scanLinks(from, pageSize)
    const wanted = page.filter(({ id }) => id <= last)
    if (wanted.length > 0) yield wanted
    if (page.length < pageSize) return
    from = page.at(-1)?.id ?? last
  }
}

/** Sorted by code unit, which no database's collation has a say in. */
function byText<T>(rows: T[], of: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (of(a) < of(b) ? -1 : 1))
}
