import type { AuditEntry } from '../../store/projects/auditLog.ts'
import type { LinkChange } from '../../store/links/changeStore.ts'
import type { LinkRow } from '../../store/links/links.ts'
import type { ProjectRules } from '../../store/projects/rules.ts'
import type { Project, ProjectKey } from '../../store/projects/project.ts'
import type { Store } from '../../store/store.ts'
import type { ReferrerRow, VisitRow } from '../../store/visits/visits.ts'
import { readAuditPages } from '../auditLog.ts'
import { readLinkPages, readReferrerPages, readVisitPages, readChangePages } from '../pages.ts'
import { AdminError } from '../command.ts'
import { Kind } from './kind.ts'

/** All that a copy transfers, in an order in which each row's project and link come before it. */
export const kinds = [
  new Kind<Project>({
    name: 'projects',
    getId: ({ id }) => id,
    readRows: readProjects,
    isTargetNewer: (project, target) =>
      target.deletedAt !== null ||
      (project.deletedAt === null &&
        ((project.active && !target.active) ||
          (!project.changesOff && target.changesOff) ||
          (target.terms.setAt ?? 0) > (project.terms.setAt ?? 0))),
    put: oneByOne((store, project) => store.putProject(project)),
  }),
  new Kind<ProjectKey>({
    name: 'keys',
    getId: ({ hash }) => hash,
    readRows: async function* (store) {
      const found: ProjectKey[] = []
      for (const { id } of await store.listProjects()) found.push(...(await store.listKeys(id)))
      yield* sortByText(found, ({ hash }) => hash)
    },
    isTargetNewer: (key, target) => {
      const [end, targetEnd] = [key.expiresAt ?? Infinity, target.expiresAt ?? Infinity]
      return targetEnd < end || (targetEnd === end && (target.lastUsedAt ?? 0) > (key.lastUsedAt ?? 0))
    },
    put: oneByOne((store, key) => store.putKey(key)),
  }),
  new Kind<ProjectRules>({
    name: 'project_rules',
    getId: ({ project }) => project,
    readRows: async function* (store) {
      for await (const { id } of readProjects(store)) {
        const found = await store.rules.find(id)
        if (found) yield found
      }
    },
    isTargetNewer: (rules, target) => target.setAt >= rules.setAt,
    put: oneByOne((store, rules) => store.rules.put(rules)),
  }),
  new Kind<LinkRow>({
    name: 'links',
    getId: ({ id }) => id,
    readRows: (store) => flatten(readLinkPages(store)),
    isTargetNewer: (link, target) => {
      if (link.erasedAt !== null) return target.erasedAt !== null && target.updatedAt > link.updatedAt
      if (target.erasedAt !== null)
        // A copy must not undo that a link was erased, nor bring back its visits and history.
        throw new AdminError(
          `The link ${link.path} was erased in the target database, but not in the source database. Erase it in the source first.`,
        )
      return target.updatedAt > link.updatedAt
    },
    put: (store, links) => store.putLinks(links),
  }),
  // Visits only increase: if the target has as many or more, it has counted visits of its own.
  new Kind<VisitRow>({
    name: 'visit_counts',
    getId: ({ link, span, start }) => [link, span, start].map(padId).join('/'),
    readRows: (store) => flatten(readVisitPages(store)),
    isTargetNewer: (row, target) => sum(target.counts) >= sum(row.counts),
    put: (store, rows) => store.visits.put(rows),
    batchSize: 2_000,
  }),
  new Kind<ReferrerRow>({
    name: 'visit_referrers',
    getId: ({ link, start, host }) => `${padId(link)}/${padId(start)}/${host}`,
    readRows: (store) => flatten(readReferrerPages(store)),
    isTargetNewer: (row, target) => target.visits >= row.visits,
    put: (store, rows) => store.visits.putReferrers(rows),
    batchSize: 2_000,
  }),
  new Kind<LinkChange>({
    name: 'link_changes',
    getId: ({ link, at }) => `${padId(link)}/${padId(at)}`,
    readRows: (store) => flatten(readChangePages(store)),
    // Entries never change.
    isTargetNewer: () => true,
    put: (store, changes) => store.changes.put(changes),
    // Each can contain the longest app data twice.
    batchSize: 200,
  }),
  new Kind<AuditEntry>({
    name: 'operator_acts',
    getId: ({ id }) => id,
    readRows: (store) => flatten(readAuditPages(store)),
    // Entries never change.
    isTargetNewer: () => true,
    put: oneByOne((store, entry) => store.auditLog.add(entry)),
  }),
]

async function* readProjects(store: Store): AsyncGenerator<Project> {
  yield* sortByText(await store.listProjects(), ({ id }) => id)
}

function oneByOne<Row>(put: (store: Store, row: Row) => Promise<unknown>) {
  return async (store: Store, rows: Row[]) => {
    for (const row of rows) await put(store, row)
  }
}

async function* flatten<T>(pages: AsyncGenerator<T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Zero-padded, so that ids sort correctly as text. */
function padId(id: number): string {
  return String(id).padStart(16, '0')
}

/** Sorts by code unit, independently of a database's collation. */
function sortByText<T>(rows: T[], getKey: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : 1))
}
