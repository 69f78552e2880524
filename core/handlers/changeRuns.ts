import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { maxRows, type ChangeSource } from '../../contract/app/runs/sources.ts'
import { toFieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { changeRequestWith } from '../../contract/service/link/linkChanges.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { ChangePlan } from '../../contract/app/runs/changePlan.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { requireStorageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import { changeAll } from '../library/collection/changeAll.ts'
import type { PlanChanges } from '../library/runs/changes/planRows.ts'
import { offers, findProfile } from '../profiles/profiles.ts'
import { checkAddress } from '../runs/plan/checkFields.ts'
import { planRun } from '../runs/plan/planRun.ts'
import { createLatestOnly } from '../concurrency/latestOnly.ts'
import { createPendingCalls } from '../concurrency/pendingCalls.ts'
import type { Handlers } from '../dispatch.ts'
import type { RunServices } from './runRowChecks.ts'
import { discardSheet, prepareCreates, readTable } from './runSheets.ts'

type PrepareChange = Omit<ParsedInput<'runs.prepare'>, 'source'> & { source: ChangeSource }
type PlanInput = Omit<ParsedInput<'runs.plan'>, 'id'>

/** Handlers that create runs, and look up what a run would change. */
export function prepareHandlers(parts: RunServices) {
  const plan = createPlan(parts)
  const prepareChange = async (input: PrepareChange) => {
    const created = await createRun(parts, input)
    if (!created.ok) return created
    // If only the dry run fails, it can be repeated in the run, which has the problem.
    const planned = await plan(input.id).catch((error: unknown) => fail(requireStorageProblem(error)))
    return planned.ok ? planned : ok({ ...(await parts.runs.get(input.id)), problem: planned.problem })
  }
  const prepare = async (input: ParsedInput<'runs.prepare'>) => {
    const existing = await parts.sheets.run(input.id)
    if (existing) return ok(existing)
    const { source } = input
    switch (source.kind) {
      case 'same':
      case 'table':
      case 'undo':
        return await prepareChange({ ...input, source })
      default:
        return await prepareCreates(parts, { ...input, source })
    }
  }
  // A concurrent second call for the same run would add its rows twice.
  const sharePending = createPendingCalls<Result<Run>>()
  return {
    'runs.prepare': (input) => sharePending(input.id, () => prepare(input)),
    'runs.plan': ({ id, ...changes }) => plan(id, changes),
    'runs.elsewhere': async ({ id }) => ok(await parts.planRows.elsewhere(id)),
  } satisfies Partial<Handlers>
}

/** Returns the function that looks up what a run would change. */
function createPlan(parts: RunServices) {
  const { runs, planRows, jobs, settings } = parts
  // Two concurrent dry runs of the same run, perhaps with different columns, would overwrite each other's rows.
  const latestOnly = createLatestOnly()
  return (id: string, changes: PlanInput = {}) =>
    latestOnly(id, async (replacedSignal): Promise<Result<Run>> => {
      const before = await runs.get(id)
      const checked = checkPlan(settings, before, changes)
      if (!checked.ok) return checked
      if (before.state !== 'preparing') await runs.move(id, 'reopen')
      if (Object.keys(checked.value).length > 0) await planRows.begin(id, checked.value)
      const run = await runs.get(id)
      const { change } = run
      if (!change) return fail({ code: 'run_not_now' })
      const runPlan = (work: Work) => {
        const signal = AbortSignal.any([work.signal, replacedSignal])
        return planRun(parts, { ...run, change }, { ...work, signal })
      }
      const problem = await jobs.during('planChanges', runPlan, { run: id })
      return problem ? fail(problem) : ok(await runs.get(id))
    })
}

/** Returns what a new dry run uses instead of the run's, with the name of its profile. */
function checkPlan(
  settings: RunServices['settings'],
  run: Run,
  { place, ...changes }: PlanInput,
): Result<PlanChanges> {
  if (!place && !changes.change) return ok(changes)
  const profile = findProfile(settings, (place ?? run).profileId)
  if (!profile.ok) return profile
  const { name: profileName, linkHosts } = profile.value
  const errors = changes.change ? invalidFields(changes.change, linkHosts, 'change') : {}
  if (Object.keys(errors).length > 0) return fail({ code: 'invalid_input', fields: errors })
  return ok({ ...changes, ...(place && { place: { ...place, profileName } }) })
}

/** Creates a run with the links of a source. Keeps nothing if that fails or is cancelled. */
async function createRun(parts: RunServices, input: PrepareChange): Promise<Result<null>> {
  const { settings, services, planRows, sheets, jobs } = parts
  const { id, profileId, environment, source } = input
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  if (!offers(profile.value, services, 'changes')) return fail({ code: 'changes_not_offered' })
  const errors =
    source.kind === 'same' ? invalidFields(source.change, profile.value.linkHosts, 'source.change') : {}
  if (Object.keys(errors).length > 0) return fail({ code: 'invalid_input', fields: errors })
  const run = { id, profileId, profileName: profile.value.name, environment }
  if (source.kind === 'table') {
    await readTable(parts, { ...run, name: input.name, source: source.table, isChange: true })
    return ok(null)
  }
  try {
    const collected = await jobs.during('planChanges', (work) => collect(parts, input, work), {
      run: id,
    })
    if (!collected.ok) return collected
    const { name, change } = collected.value
    await planRows.create({ ...run, name: input.name ?? name, change })
    return ok(null)
  } finally {
    const isMissing = async () => (await sheets.run(id)) === null
    if (await isMissing().catch(() => false)) await discardSheet(sheets, id).catch(() => undefined)
  }
}

/** Adds the rows of a new run. Returns its name and change. */
async function collect(
  parts: RunServices,
  { id, source }: PrepareChange,
  work: Work,
): Promise<Result<{ name: string; change: ChangePlan }>> {
  const { collection, planRows, runs } = parts
  if (source.kind === 'table') return fail({ code: 'run_not_now' })
  if (source.kind === 'undo') {
    const done = await runs.get(source.run)
    if (!done.change) return fail({ code: 'run_not_now' })
    for (let after: number | null = 0; after !== null;)
      after = await planRows.collectUndoable(id, source.run, after)
    return ok({ name: `Undo “${done.name}”`.slice(0, 200), change: source })
  }
  const size = 'ids' in source.which ? 0 : (await collection.extent(source.which.view)).links
  if (size > maxRows) return fail({ code: 'run_too_long' })
  await changeAll(collection, source.which, work, (batch) => planRows.collect(id, batch))
  if (work.signal.aborted) return fail({ code: 'cancelled' })
  return ok({ name: 'Changed links', change: { kind: 'same', change: source.change } })
}

type SameChange = Extract<PrepareChange['source'], { kind: 'same' }>['change']

/** Returns the errors that a change would cause for any link, by input field inside `path`. */
function invalidFields(
  { address, patch }: SameChange,
  linkHosts: readonly string[],
  path: string,
): Record<string, string> {
  const [addressError] = address === undefined ? [] : checkAddress(address, linkHosts).errors
  const read = changeRequestWith().safeParse(patch)
  const fields = read.success ? [] : Object.entries(toFieldErrors(read.error))
  return Object.fromEntries([
    ...(addressError === undefined ? [] : [[`${path}.address`, addressError]]),
    ...fields.map(([field, text]) => [`${path}.patch.${field}`, text]),
  ]) as Record<string, string>
}
