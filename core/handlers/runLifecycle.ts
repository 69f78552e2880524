import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import { CodedError } from '../folder/codedError.ts'
import { checkRunSchemes } from '../profiles/confirmedSchemes.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { PathChecks } from '../runs/paths/pathChecks.ts'
import type { RunnerParts } from '../runs/runner.ts'
import { settleUnknown } from '../runs/settleUnknown.ts'
import { createRunControl, type RunControl } from './runControl.ts'
import type { RowChecks } from './runRowChecks.ts'
import type { AppServices } from '../appServices.ts'

interface Parts extends RunnerParts, Pick<AppServices, 'notices'> {
  rowChecks: Pick<RowChecks, 'checkAll' | 'settled' | 'checkIfReset'>
  pathChecks: Pick<PathChecks, 'begin' | 'settle'>
}

export function runLifecycleHandlers(parts: Parts) {
  const { runs, notices } = parts
  const control = createRunControl(parts)
  return {
    'runs.list': async (page) => {
      const { runs: listed, next } = await runs.list(page)
      return ok({ runs: listed.map(control.toActual), next })
    },
    'runs.get': async ({ id }) => ok(await getRun(parts, control, id)),
    'runs.change': async ({ id, ...changes }) => {
      const changed = await changeRun(parts, id, changes)
      return changed.ok ? ok(await checkChanged(parts, changed.value)) : changed
    },
    'runs.move': (input) => moveRun(parts, control, input),
    'runs.settle': (input) => settle(parts, input),
    'runs.repeat': async (input) => ok(await repeatRun(parts, input)),
    'runs.remove': async ({ id }) => {
      await control.current(id)
      await runs.remove(id)
      notices.dismissRun(id)
      parts.jobs.forgetRun(id)
      return ok(null)
    },
    'runs.unremove': async ({ id }) => ok(await runs.unremove(id)),
  } satisfies Partial<Handlers>
}

/** Returns a run. Goes on checking its rows and paths, after a restart for example. */
async function getRun(
  { rowChecks, pathChecks }: Parts,
  { get, runner, countFollowing }: RunControl,
  id: string,
): Promise<CallOutput<'runs.get'>> {
  const run = await get(id)
  rowChecks.checkIfReset(run)
  // After reading a table, edits, and a restart.
  if (run.state === 'preparing' && run.checked && run.pathsToCheck > 0 && run.problem === null)
    pathChecks.begin(run)
  const following = await countFollowing(run)
  return { run, throughput: runner.throughput(run), isBehind: runner.isBehind(id), following }
}

/** Moves a run to another state, as the user asks. */
async function moveRun(
  parts: Parts,
  control: RunControl,
  input: ParsedInput<'runs.move'>,
): Promise<Result<Run>> {
  const { id } = input
  switch (input.event) {
    case 'start':
      return await start(parts, control, input)
    case 'resume': {
      // A run of an earlier version or a backup was started without this question.
      const problem = await checkRunSchemes(parts, await control.current(id))
      return problem ? fail(problem) : ok(await control.resume(id))
    }
    case 'pause':
    case 'cancel':
      return ok(await control.halt(id, input.event))
    // `runs.plan` does both for a run of changes.
    case 'reopen':
    case 'retry': {
      const run = await control.move(await requireCreates(parts.runs, id), input.event)
      return ok(input.event === 'retry' ? await retryRows(parts, id) : run)
    }
    case 'tryNow':
      control.runner.tryNow(id)
      return ok(await control.current(id))
  }
}

async function start(
  parts: Parts,
  { current, move, countFollowing, runner }: RunControl,
  { id, count }: { id: string; count: number },
): Promise<Result<Run>> {
  // Rows whose requests are pending may become ready again after the check below, with their earlier content.
  if ((await current(id)).state === 'preparing' && runner.has(id)) return fail({ code: 'run_pending' })
  await parts.rowChecks.settled(id)
  await parts.pathChecks.settle(await current(id))
  const run = await current(id)
  const checked = await checkReady(parts, run, count - (await countFollowing(run)))
  if (!checked.ok) return checked
  const problem = await checkRunSchemes(parts, checked.value)
  if (problem) return fail(problem)
  const isChange = checked.value.change !== null
  return ok(await (isChange ? move(id, 'send', runner.queue) : move(id, 'start', runner.sendFirstRow)))
}

/** Checks the rows of a run whose settings have changed. */
async function checkChanged({ runs, rowChecks }: Parts, run: Run): Promise<Run> {
  if (run.checked || run.state !== 'preparing') return run
  await rowChecks.checkAll(run.id)
  return await runs.get(run.id)
}

async function retryRows({ runs, sending }: Parts, id: string): Promise<Run> {
  while ((await sending.retry(id)) > 0);
  return await runs.get(id)
}

async function repeatRun({ runs, rowChecks }: Parts, { id, as }: { id: string; as: string }): Promise<Run> {
  await requireCreates(runs, id)
  // The run comes last, so that one whose rows couldn't all be copied is never listed.
  for (let after: number | null = 0; after !== null;) after = await runs.copyRows(id, as, after)
  await runs.repeat(id, as)
  await rowChecks.checkAll(as)
  return await runs.get(as)
}

/** Throws for a run of changes, whose rows are looked up again by `runs.plan` instead. */
async function requireCreates(runs: Parts['runs'], id: string): Promise<string> {
  if ((await runs.get(id)).change) throw new CodedError('run_not_now')
  return id
}

/** Returns the run if it can be started with exactly `count` links; otherwise a problem. */
async function checkReady({ runs, rowChecks }: Parts, before: Run, count: number): Promise<Result<Run>> {
  const { id, state, change } = before
  // Since the rows were checked, another run, or the form, may have created some of these links, and a response may
  // have shown that the service is ours.
  if (state === 'preparing' && !change) await rowChecks.checkAll(id)
  const run = await runs.get(id)
  if (!run.checked) return fail({ code: 'run_unchecked' })
  return run.counts.ready === count ? ok(run) : fail({ code: 'run_count' })
}

/** Changes a run. Stores the profile's name with it, because the run may outlive the profile. */
async function changeRun(
  { runs, settings }: Parts,
  id: string,
  { profileId, ...fields }: Omit<ParsedInput<'runs.change'>, 'id'>,
): Promise<Result<Run>> {
  if (profileId === undefined) return ok(await runs.change(id, fields))
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  return ok(await runs.change(id, { ...fields, profileId, profileName: profile.value.name }))
}

/** Resolves unknown rows as far as that is safe. */
async function settle(
  parts: Parts,
  { id, confirmSender }: ParsedInput<'runs.settle'>,
): Promise<Result<{ run: Run; settled: number }>> {
  const { runs, destination, jobs } = parts
  const run = await runs.get(id)
  const { profileId, environment, counts } = run
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const { asked, settled, problem } = await jobs.during('settle', ({ signal, reportProgress }) =>
    settleUnknown(parts, {
      run,
      isAsked: true,
      confirmSender,
      signal,
      reportProgress: (count) => reportProgress(count, counts.unknown),
    }),
  )
  if (asked === 0 && problem) return fail(problem)
  return ok({ run: await runs.get(id), settled })
}
