import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { RunEvent } from '../../contract/app/runs/stateMachine.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import { CodedError } from '../folder/codedError.ts'
import { checkRunSchemes } from '../profiles/confirmedSchemes.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { PathChecks } from '../runs/paths/pathChecks.ts'
import { createRunner, type Runner, type RunnerParts } from '../runs/runner.ts'
import { settleUnknown } from '../runs/settleUnknown.ts'
import { getRun, hasStopped, toActual } from './runReading.ts'
import { createRunSeries, type RunSeries } from './runSeries.ts'
import type { RowChecks } from './runRowChecks.ts'
import type { AppServices } from '../appServices.ts'

interface Parts extends RunnerParts, Pick<AppServices, 'notices'> {
  rowChecks: Pick<RowChecks, 'checkAll' | 'settled' | 'checkIfReset'>
  pathChecks: Pick<PathChecks, 'begin' | 'settle'>
}

interface MoveParts {
  /** Returns a run in its actual state. */
  current: (id: string) => Promise<Run>
  moveTo: (id: string, event: RunEvent, onMoved: (run: Run) => void) => Promise<Run>
  runner: Runner
  series: RunSeries
}

export function runLifecycleHandlers(parts: Parts) {
  const { runs, notices } = parts
  const runner = createRunner(parts)
  /** Returns a run. Corrects its state if stopping it couldn't be saved. */
  const current = async (id: string): Promise<Run> => {
    const run = await runs.get(id)
    return hasStopped(runner, run) ? await runs.move(id, 'stopped') : run
  }
  const moveTo: MoveParts['moveTo'] = async (id, event, onMoved) => {
    await current(id)
    const run = await runs.move(id, event)
    notices.dismissRun(id)
    onMoved(run)
    return run
  }
  const series = createRunSeries({ current, move: moveTo, runner })
  const move = createMoves(parts, { current, moveTo, runner, series })
  return {
    'runs.list': async (page) => {
      const { runs: listed, next } = await runs.list(page)
      return ok({ runs: listed.map((run) => toActual(runner, run)), next })
    },
    'runs.get': async ({ id }) => ok(await getRun({ ...parts, runner, series, current }, id)),
    'runs.change': async ({ id, ...changes }) => {
      const changed = await changeRun(parts, id, changes)
      return changed.ok ? ok(await checkChanged(parts, changed.value)) : changed
    },
    'runs.move': move,
    'runs.settle': (input) => settle(parts, input),
    'runs.repeat': async (input) => ok(await repeatRun(parts, input)),
    'runs.remove': async ({ id }) => {
      await current(id)
      await runs.remove(id)
      notices.dismissRun(id)
      parts.jobs.forgetRun(id)
      return ok(null)
    },
    'runs.unremove': async ({ id }) => ok(await runs.unremove(id)),
  } satisfies Partial<Handlers>
}

/** Returns the function that moves a run to another state, as the user asks. */
function createMoves(
  parts: Parts,
  { current, moveTo, runner, series }: MoveParts,
): (input: ParsedInput<'runs.move'>) => Promise<Result<Run>> {
  const { runs, rowChecks, pathChecks } = parts
  const stop = (run: Run) => runner.stop(run.id)
  /** Stops a run. Those that would follow it wait, too. */
  const halt = async (id: string, event: 'pause' | 'cancel'): Promise<Result<Run>> => {
    const run = await moveTo(id, event, stop)
    await series.pauseFollowing(run)
    return ok(run)
  }
  /** Lets unsent rows be changed, or failed ones be sent again. `runs.plan` does that for a run of changes. */
  const prepareAgain = async (id: string, event: 'reopen' | 'retry'): Promise<Result<Run>> => {
    const run = await moveTo(await requireCreates(runs, id), event, () => undefined)
    return ok(event === 'retry' ? await retryRows(parts, id) : run)
  }
  const start = async (id: string, count: number): Promise<Result<Run>> => {
    // Rows whose requests are pending may become ready again after the check below, with their earlier content.
    if ((await current(id)).state === 'preparing' && runner.has(id)) return fail({ code: 'run_pending' })
    await rowChecks.settled(id)
    await pathChecks.settle(await current(id))
    const run = await current(id)
    const checked = await checkReady(parts, run, count - (await series.countFollowing(run)))
    if (!checked.ok) return checked
    const problem = await checkRunSchemes(parts, checked.value)
    if (problem) return fail(problem)
    const [event, send] = checked.value.change
      ? (['send', runner.queue] as const)
      : (['start', runner.sendFirstRow] as const)
    return ok(await moveTo(id, event, send))
  }
  const resume = async (id: string): Promise<Result<Run>> => {
    // A run of an earlier version or a backup was started without this question.
    const problem = await checkRunSchemes(parts, await current(id))
    if (problem) return fail(problem)
    const run = await moveTo(id, 'resume', runner.queue)
    await series.resumeFollowing(run)
    return ok(run)
  }
  return (input) => {
    switch (input.event) {
      case 'start':
        return start(input.id, input.count)
      case 'resume':
        return resume(input.id)
      case 'pause':
      case 'cancel':
        return halt(input.id, input.event)
      case 'reopen':
      case 'retry':
        return prepareAgain(input.id, input.event)
      case 'tryNow':
        runner.tryNow(input.id)
        return current(input.id).then(ok)
    }
  }
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
