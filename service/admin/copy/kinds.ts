import type { LinkRow, Project, ProjectKey, Store } from '../../store/store.ts'
import { pagesOfLinks } from '../pagesOfLinks.ts'

/** How many rows of each kind. */
export interface Counts {
  projects: number
  keys: number
  links: number
}

/** One kind of row that a copy moves. */
export interface Kind<T> {
  name: keyof Counts
  idOf: (row: T) => string | number
  /** All rows of a store in order of their ids, which is the same on every engine. */
  rowsOf: (store: Store) => AsyncGenerator<T>
  /** Whether the target's row is different because it was changed there, so that a copy has to leave it as it is. */
  changedThere: (row: T, there: T) => boolean
}

export const projects: Kind<Project> = {
  name: 'projects',
  idOf: ({ id }) => id,
  rowsOf: async function* (store) {
    yield* byText(await store.listProjects(), ({ id }) => id)
  },
  changedThere: (project, there) => project.active && !there.active,
}

export const keys: Kind<ProjectKey> = {
  name: 'keys',
  idOf: ({ hash }) => hash,
  rowsOf: async function* (store) {
    const found: ProjectKey[] = []
    for (const { id } of await store.listProjects()) found.push(...(await store.listKeys(id)))
    yield* byText(found, ({ hash }) => hash)
  },
  changedThere: (key, there) => (there.expiresAt ?? Infinity) < (key.expiresAt ?? Infinity),
}

export const links: Kind<LinkRow> = {
  name: 'links',
  idOf: ({ id }) => id,
  rowsOf: async function* (store) {
    for await (const page of pagesOfLinks(store)) yield* page
  },
  changedThere: (link, there) => there.updatedAt > link.updatedAt,
}

/** Sorted by code unit, which no database's collation has a say in. */
function byText<T>(rows: T[], of: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (of(a) < of(b) ? -1 : 1))
}
