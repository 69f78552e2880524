import { isDeepStrictEqual } from 'node:util'
import type { OperatorAct } from '../../store/acts.ts'
import type { LinkRow } from '../../store/links.ts'
import type { Store } from '../../store/store.ts'
import { AdminError } from '../command.ts'
import { readActPages } from '../acts.ts'
import { readChangePages } from '../changePages.ts'
import { readLinkPages } from '../linkPages.ts'
import { readReferrerPages, readVisitPages } from '../visitPages.ts'
import { compareStores } from './compareStores.ts'
import type { Comparison } from './compareStores.ts'
import { keys, links, projectRules, projects } from './kinds.ts'
import type { Counts, Kind } from './kinds.ts'

/** Result of a copy, and the contents of both databases. */
export interface CopyReport extends Comparison {
  equal: boolean
  /** Rows that were missing or older in the target. */
  written: Counts
}

/**
 * Copies all projects, keys, rules, links and visits to another store, then compares both. Repeatable: only missing or older
 * rows are written. Newer changes in the target stay, so a mistaken copy can't revive a revoked key.
 */
export async function copyStore(
  from: Store,
  target: Store,
  onProgress: (links: number) => void,
): Promise<CopyReport> {
  await rejectDeleted(from, target)
  const written = {
    projects: await copyProjects(from, target),
    keys: await copyKeys(from, target),
    project_rules: await copyRules(from, target),
    links: await copyLinks(from, target, onProgress),
    visit_counts: await writePages(readVisitPages(from), (rows) => target.visits.put(rows)),
    visit_referrers: await writePages(readReferrerPages(from), (rows) => target.visits.putReferrers(rows)),
    link_changes: await writePages(readChangePages(from), (rows) => target.changes.put(rows)),
    operator_acts: await writePages(readActPages(from), (rows) => addActs(target, rows)),
  }
  const comparison = await compareStores(from, target)
  return { equal: isDeepStrictEqual(comparison.from, comparison.to), written, ...comparison }
}

/** What was deleted in the target must not be restored from a source that still has it. */
async function rejectDeleted(from: Store, target: Store): Promise<void> {
  const deleted = (await target.listProjects())
    .filter(({ deletedAt }) => deletedAt !== null)
    .map(({ id }) => id)
  const there = (await from.listProjects()).find(
    ({ id, deletedAt }) => deletedAt === null && deleted.includes(id),
  )
  if (!there) return
  throw new AdminError(
    `The project ${there.id} was deleted in the database to copy into, and not in the one to copy from. Delete it there first.`,
  )
}

async function copyProjects(from: Store, target: Store): Promise<number> {
  const outdated = await outdatedRows(projects, from, target)
  for (const project of outdated) await target.putProject(project)
  return outdated.length
}

async function copyKeys(from: Store, target: Store): Promise<number> {
  const outdated = await outdatedRows(keys, from, target)
  for (const key of outdated) await target.putKey(key)
  return outdated.length
}

/** The database skips rules that aren't newer than the target's. */
async function copyRules(from: Store, target: Store): Promise<number> {
  let written = 0
  for await (const rules of projectRules.rowsOf(from)) if (await target.rules.put(rules)) written++
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

async function addActs(target: Store, rows: OperatorAct[]): Promise<number> {
  let added = 0
  for (const act of rows) if (await target.acts.add(act)) added++
  return added
}

/** The database skips rows that don't count more visits than the target's. */
async function writePages<T>(
  pages: AsyncGenerator<T[]>,
  put: (rows: T[]) => Promise<number>,
): Promise<number> {
  let written = 0
  for await (const page of pages) written += await put(page)
  return written
}

/** Reads the target's links between the first and the last of a page. */
async function readMatchingLinks(target: Store, page: LinkRow[]): Promise<LinkRow[]> {
  const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0]
  return (await collectAll(readLinkPages(target, first - 1, last))).flat()
}

async function collectAll<T>(found: AsyncGenerator<T>): Promise<T[]> {
  const rows: T[] = []
  for await (const row of found) rows.push(row)
  return rows
}

/** Returns the rows of a kind that differ from the target and weren't changed there. */
async function outdatedRows<T>(kind: Kind<T>, from: Store, target: Store): Promise<T[]> {
  return rowsToWrite(kind, await collectAll(kind.rowsOf(from)), await collectAll(kind.rowsOf(target)))
}

function rowsToWrite<T>({ idOf, changedThere }: Kind<T>, rows: T[], target: T[]): T[] {
  const byId = new Map(target.map((row) => [idOf(row), row]))
  return rows.filter((row) => {
    const there = byId.get(idOf(row))
    return there === undefined || (!isDeepStrictEqual(row, there) && !changedThere(row, there))
  })
}
