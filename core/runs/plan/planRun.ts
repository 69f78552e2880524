import { findOwners } from '../../../contract/app/link/linkDomain.ts'
import { findLinkPath, maxPasteLength } from '../../../contract/service/path/linkPath.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { rateLimits, runRequestPool } from '../../../contract/app/jobs/requestPool.ts'
import { ok, type Result } from '../../../contract/app/problems/result.ts'
import type { ChangePlan } from '../../../contract/app/runs/changePlan.ts'
import type { Run, RowWarning } from '../../../contract/app/runs/run.ts'
import type { Destination } from '../../client/client.ts'
import type { Work } from '../../jobs.ts'
import type { ChangeParts } from '../../links/change/change.ts'
import type { PlannedRow, PlanRows, RowToPlan } from '../../library/runs/changes/planRows.ts'
import { mapInSteps } from '../../library/step.ts'
import type { Runs } from '../../library/runs/runs.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import { offers, findProfile } from '../../profiles/profiles.ts'
import type { StoredProfile } from '../../settings/shape.ts'
import { createFieldCheck } from './checkFields.ts'
import { findElsewhere } from './findElsewhere.ts'
import { planRow, unsuitableError, type ResolvedRow } from './planRow.ts'
import { lookUpCurrentLinks, type FoundByPath } from '../../lookups/currentLinks.ts'
import { toAddedLink } from '../../lookups/lookUpLinks.ts'
import type { LinkServices } from '../../links/linkServices.ts'

export interface PlanParts extends ChangeParts, Pick<LinkServices, 'rules'> {
  planRows: Remote<PlanRows>
  runs: Remote<Runs>
}

type ChangeRun = Run & { change: ChangePlan }

interface PlanContext {
  run: ChangeRun
  profile: StoredProfile
  destination: Destination
  planOne: (row: ResolvedRow, found: Parameters<typeof planRow>[2]) => PlannedRow
}

/** Number of rows looked up per request. */
const batchSize = 200

/**
 * Performs a dry run: looks up the run's links and saves what would change per row. Changes nothing at the service.
 * Marks the run as checked unless a problem is returned or the work was cancelled. See decision 22.
 */
export async function planRun(all: PlanParts, run: ChangeRun, work: Work): Promise<Problem | null> {
  const parts = { ...all, client: all.client.until(work.signal) }
  const { planRows, inFlight } = parts
  const context = await createContext(parts, run)
  if (!context.ok) {
    await planRows.end(run.id, context.problem)
    return context.problem
  }
  const { rows: total } = await planRows.begin(run.id)
  const nextBatch = createResolver(parts, context.value)
  let done = 0
  work.reportProgress(done, total)
  const problem = await runRequestPool<ResolvedRow[]>({
    next: nextBatch,
    rateLimit: rateLimits.ours,
    ask: async (batch) => {
      const planned = await planBatch(parts, context.value, batch)
      // The result is incomplete if the work was cancelled, so no row may be planned from it.
      if (work.signal.aborted) return ok(null)
      if (!planned.ok) return planned
      await planRows.save(run.id, planned.value)
      work.reportProgress((done += batch.length), total)
      return ok(null)
    },
    isOpen: () => true,
    pause: (ms) => inFlight.pause(ms, work.signal),
    signal: work.signal,
  })
  await planRows.end(run.id, work.signal.aborted ? 'cancelled' : (problem ?? 'complete'))
  return problem
}

async function createContext(parts: PlanParts, run: ChangeRun): Promise<Result<PlanContext>> {
  const { settings, services, rules, destination } = parts
  const profile = findProfile(settings, run.profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, services, 'changes'))
    return { ok: false, problem: { code: 'changes_not_offered' } }
  const target = await destination(run.profileId, run.environment)
  if (!target.ok) return target
  const { linkHosts } = profile.value
  const isNew = run.change.kind === 'same' || run.change.kind === 'table'
  const standards = { linkHosts, rules: (isNew && (await rules.get(run.profileId))) || {} }
  const check = createFieldCheck(standards)
  return ok({
    run,
    profile: profile.value,
    destination: target.value,
    planOne: (row, found) => planRow({ run, standards, check }, row, found),
  })
}

/**
 * Returns a function that returns the next rows with their paths. Rejects a link that an earlier row already changes.
 */
function createResolver({ planRows, settings }: PlanParts, { run }: PlanContext) {
  let after = 0
  const numbers = new Map<string, number>()
  const { change } = run
  const withoutRepeats = (resolved: ResolvedRow): ResolvedRow => {
    const { path, row } = resolved
    const first = path === null ? undefined : numbers.get(path)
    if (path !== null && first === undefined && !row.isSkipped) numbers.set(path, row.number)
    if (first === undefined) return resolved
    return {
      ...resolved,
      path: null,
      errors: [{ column: null, text: `Row ${first} already has this link.` }],
    }
  }
  const resolveTableRow = (row: RowToPlan, column: number | null): ResolvedRow => {
    const toError = (text: string): ResolvedRow => ({ row, path: null, errors: [{ column, text }] })
    if (row.errors.length > 0) return { row, path: null, errors: row.errors }
    const cell = column === null ? '' : (row.cells[column] ?? '').trim()
    const link = findLinkPath(cell.slice(0, maxPasteLength))
    if (!link) return toError('This row has no link.')
    const owners = findOwners(link.host, settings.get().profiles, run.profileId)
    const found = { path: link.path, owners }
    if (!owners.includes(run.profileId))
      return { ...toError('This link’s domain isn’t one of this profile’s link domains.'), link: found }
    return { row, path: link.path, errors: [], link: found }
  }
  const resolveLibraryRow = (row: RowToPlan): ResolvedRow => {
    const error = unsuitableError(row.record, run)
    if (error === null) return { row, path: row.record?.path ?? null, errors: [] }
    return { row, path: null, errors: [{ column: null, text: error }] satisfies RowWarning[] }
  }
  return async (): Promise<ResolvedRow[] | undefined> => {
    const rows = await planRows.next(run.id, after, batchSize)
    after = rows.at(-1)?.number ?? after
    const resolve = (row: RowToPlan) =>
      change.kind === 'table' ? resolveTableRow(row, change.columns.link) : resolveLibraryRow(row)
    return rows.length === 0 ? undefined : mapInSteps(rows, (row) => withoutRepeats(resolve(row)))
  }
}

async function planBatch(
  parts: PlanParts,
  context: PlanContext,
  rows: readonly ResolvedRow[],
): Promise<Result<PlannedRow[]>> {
  const { client } = parts
  const { run, destination, planOne } = context
  const paths = rows.flatMap(({ path }) => path ?? [])
  const current = await lookUpCurrentLinks(client, destination, paths)
  if (!current.ok) return current
  const { found, failed } = current.value
  const { change } = run
  const targets = change.kind === 'table' ? await findTargets(parts, context, found) : null
  const missing = rows.filter(
    ({ row, path }) => !row.isSkipped && !(path !== null && (found.has(path) || failed.has(path))),
  )
  const elsewhere = await findElsewhere(parts, run, missing)
  return ok(
    await mapInSteps(rows, (row) => {
      const path = row.path ?? ''
      return planOne(row, {
        current: found.get(path),
        problem: failed.get(path) ?? null,
        target: targets ? (targets.get(path) ?? null) : (row.row.record?.id ?? null),
        elsewhere: elsewhere.get(row),
      })
    }),
  )
}

/** Returns the library's links for a table's rows, by path. Adds those that exist only at the service. */
async function findTargets(
  { planRows, records }: PlanParts,
  { run, profile }: PlanContext,
  found: FoundByPath,
): Promise<Map<string, string>> {
  const { profileId, environment } = run
  const paths = [...found.keys()]
  const readIds = async () => {
    const links = await planRows.linksByPath(paths)
    const ownLinks = links.filter((link) => link.profileId === profileId && link.environment === environment)
    return new Map(ownLinks.map(({ path, id }) => [path, id]))
  }
  const libraryIds = await readIds()
  const missingLinks = [...found].filter(([path]) => !libraryIds.has(path))
  if (missingLinks.length === 0) return libraryIds
  const owner = { profileId, environment, profileName: profile.name }
  await records.addMany(
    missingLinks.map(([path, { text }]) => toAddedLink(owner, path, { text, raw: `{"link":${text}}` })),
  )
  return await readIds()
}
