import { isDeepStrictEqual } from 'node:util'
import type { LinkRow } from '../../store/links.ts'
import type { Store } from '../../store/store.ts'
import { AdminError } from '../command.ts'
import { readChangePages } from '../changePages.ts'
import { readLinkPages } from '../linkPages.ts'
import { readReferrerPages, readVisitPages } from '../visitPages.ts'
import { compareStores } from './compareStores.ts'
import type { Comparison } from './compareStores.ts'
import { keys, links, auditEntries, projectRules, projects } from './kinds.ts'
import type { Counts, Kind } from './kinds.ts'

/** Result of a copy, and the contents of both databases. */
export interface CopyReport extends Comparison {
  equal: boolean
  /** Rows that were missing or older in the target. */
  written: Counts
}

/**
 * Copies all projects, keys, rules, links and visits to another store, then compares both. Writes only rows that are missing
 * or older in the target, so it can be repeated, and a copy in the wrong direction can't revive a revoked key.
 */
export async function copyStore(
  from: Store,
  target: Store,
  onProgress: (links: number) => void,
): Promise<CopyReport> {
  await rejectDeleted(from, target)
  const written = {
    projects: await copyOutdated(projects, from, target, (project) => target.putProject(project)),
    keys: await copyOutdated(keys, from, target, (key) => target.putKey(key)),
    project_rules: await putRows(projectRules.rowsOf(from), (rules) => target.rules.put(rules)),
    links: await copyLinks(from, target, onProgress),
    visit_counts: await putPages(readVisitPages(from), (rows) => target.visits.put(rows)),
    visit_referrers: await putPages(readReferrerPages(from), (rows) => target.visits.putReferrers(rows)),
    link_changes: await putPages(readChangePages(from), (rows) => target.changes.put(rows)),
    operator_acts: await putRows(auditEntries.rowsOf(from), (act) => target.auditLog.add(act)),
  }
  const comparison = await compareStores(from, target)
  return { equal: isDeepStrictEqual(comparison.from, comparison.to), written, ...comparison }
}

/** Throws if a project was deleted only in the target: its deletion must not be undone. */
async function rejectDeleted(from: Store, target: Store): Promise<void> {
  const targetProjects = await target.listProjects()
  const deleted = new Set(targetProjects.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  const project = (await from.listProjects()).find(
    ({ id, deletedAt }) => deletedAt === null && deleted.has(id),
  )
  if (!project) return
  throw new AdminError(
    `The project ${project.id} was deleted in the target database, but not in the source database. Delete it in the source first.`,
  )
}

/** Writes the rows that are missing or older in the target. Returns their number. */
async function copyOutdated<T>(
  kind: Kind<T>,
  from: Store,
  target: Store,
  put: (row: T) => Promise<unknown>,
): Promise<number> {
  const rows = await collectAll(kind.rowsOf(from))
  const outdated = rowsToWrite(kind, rows, await collectAll(kind.rowsOf(target)))
  for (const row of outdated) await put(row)
  return outdated.length
}

/** Passes all rows to a database that skips those that aren't new. Returns the number written. */
async function putRows<T>(rows: AsyncGenerator<T>, put: (row: T) => Promise<boolean>): Promise<number> {
  let written = 0
  for await (const row of rows) if (await put(row)) written++
  return written
}

/** As `putRows`, for many rows at a time. */
async function putPages<T>(pages: AsyncGenerator<T[]>, put: (rows: T[]) => Promise<number>): Promise<number> {
  let written = 0
  for await (const page of pages) written += await put(page)
  return written
}

async function copyLinks(from: Store, target: Store, onProgress: (links: number) => void): Promise<number> {
  let written = 0
  let read = 0
  for await (const page of readLinkPages(from)) {
    const outdated = rowsToWrite(links, page, await readMatchingLinks(target, page))
    if (outdated.length > 0) await target.putLinks(outdated)
    written += outdated.length
    onProgress((read += page.length))
  }
  return written
}

/** Reads the target's links between the first and the last of a page. */
async function readMatchingLinks(target: Store, page: LinkRow[]): Promise<LinkRow[]> {
  const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0]
  return (await collectAll(readLinkPages(target, first - 1, last))).flat()
}

async function collectAll<T>(source: AsyncGenerator<T>): Promise<T[]> {
  const rows: T[] = []
  for await (const row of source) rows.push(row)
  return rows
}

/** Returns the rows that differ from the target's, unless those are newer. */
function rowsToWrite<T>({ idOf, changedThere }: Kind<T>, rows: T[], target: T[]): T[] {
  const byId = new Map(target.map((row) => [idOf(row), row]))
  return rows.filter((row) => {
    const there = byId.get(idOf(row))
    return there === undefined || (!isDeepStrictEqual(row, there) && !changedThere(row, there))
  })
}
