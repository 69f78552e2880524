import type { AuditEntry } from '../../store/auditLog.ts'
import type { LinkChange } from '../../store/changes.ts'
import type { LinkRow } from '../../store/links.ts'
import type { ProjectRules } from '../../store/rules.ts'
import type { Project, ProjectKey, Store } from '../../store/store.ts'
import type { ReferrerRow, VisitRow } from '../../store/visits.ts'
import { readAuditPages } from '../auditLog.ts'
import { readLinkPages } from '../linkPages.ts'
import { readChangePages } from '../changePages.ts'
import { readReferrerPages, readVisitPages } from '../visitPages.ts'

/** Number of rows of each kind. */
export type Counts = ReturnType<typeof zeroCounts>

/** Returns counts of 0, in the order in which they are printed. */
export function zeroCounts() {
  return {
    projects: 0,
    keys: 0,
    project_rules: 0,
    links: 0,
    visit_counts: 0,
    visit_referrers: 0,
    link_changes: 0,
    operator_acts: 0,
  }
}

/** One kind of row that a copy transfers. */
export interface Kind<T> {
  name: keyof Counts
  idOf: (row: T) => string | number
  /** Yields all rows of a store by id, in the same order on every engine. */
  rowsOf: (store: Store) => AsyncGenerator<T>
  /** Whether the target's row is newer, so that a copy must not overwrite it. */
  changedThere: (row: T, there: T) => boolean
}

export const projects: Kind<Project> = {
  name: 'projects',
  idOf: ({ id }) => id,
  rowsOf: async function* (store) {
    yield* sortByText(await store.listProjects(), ({ id }) => id)
  },
  changedThere: (project, there) =>
    there.deletedAt !== null ||
    (project.deletedAt === null &&
      ((project.active && !there.active) ||
        (!project.changesOff && there.changesOff) ||
        (there.terms.setAt ?? 0) > (project.terms.setAt ?? 0))),
}

export const keys: Kind<ProjectKey> = {
  name: 'keys',
  idOf: ({ hash }) => hash,
  rowsOf: async function* (store) {
    const found: ProjectKey[] = []
    for (const { id } of await store.listProjects()) found.push(...(await store.listKeys(id)))
    yield* sortByText(found, ({ hash }) => hash)
  },
  changedThere: (key, there) => {
    const [end, endThere] = [key.expiresAt ?? Infinity, there.expiresAt ?? Infinity]
    return endThere < end || (endThere === end && (there.lastUsedAt ?? 0) > (key.lastUsedAt ?? 0))
  },
}

export const projectRules: Kind<ProjectRules> = {
  name: 'project_rules',
  idOf: ({ project }) => project,
  rowsOf: async function* (store) {
    for await (const { id } of projects.rowsOf(store)) {
      const found = await store.rules.find(id)
      if (found) yield found
    }
  },
  changedThere: (rules, there) => there.setAt >= rules.setAt,
}

export const links: Kind<LinkRow> = {
  name: 'links',
  idOf: ({ id }) => id,
  rowsOf: (store) => flatten(readLinkPages(store)),
  changedThere: (link, there) => there.updatedAt > link.updatedAt,
}

/** Visits only increase: if the target has as many or more, it has counted visits of its own. */
export const visitCounts: Kind<VisitRow> = {
  name: 'visit_counts',
  idOf: ({ link, span, start }) => [link, span, start].map(padId).join('/'),
  rowsOf: (store) => flatten(readVisitPages(store)),
  changedThere: (row, there) => sum(there.counts) >= sum(row.counts),
}

export const visitReferrers: Kind<ReferrerRow> = {
  name: 'visit_referrers',
  idOf: ({ link, start, host }) => `${padId(link)}/${padId(start)}/${host}`,
  rowsOf: async function* (store) {
    let ofDay: ReferrerRow[] = []
    for await (const row of flatten(readReferrerPages(store))) {
      const [first = row] = ofDay
      if (first.link !== row.link || first.start !== row.start) {
        yield* sortByText(ofDay, ({ host }) => host)
        ofDay = []
      }
      ofDay.push(row)
    }
    yield* sortByText(ofDay, ({ host }) => host)
  },
  changedThere: (row, there) => there.visits >= row.visits,
}

/** Entries never change. */
export const linkChanges: Kind<LinkChange> = {
  name: 'link_changes',
  idOf: ({ link, at }) => `${padId(link)}/${padId(at)}`,
  rowsOf: (store) => flatten(readChangePages(store)),
  changedThere: () => true,
}

/** Entries never change. */
export const auditEntries: Kind<AuditEntry> = {
  name: 'operator_acts',
  idOf: ({ id }) => id,
  rowsOf: (store) => flatten(readAuditPages(store)),
  changedThere: () => true,
}

async function* flatten<T>(pages: AsyncGenerator<T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

function sum(counts: readonly number[]): number {
  return counts.reduce((before, count) => before + count, 0)
}

/** Zero-padded, so that ids sort correctly as text. */
function padId(id: number): string {
  return String(id).padStart(16, '0')
}

/** Sorts by code unit, independently of a database's collation. */
function sortByText<T>(rows: T[], keyOf: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
