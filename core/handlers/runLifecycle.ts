import type { runCalls } from '../../contract/calls/runs.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { isUnderWay } from '../../contract/runs/stateMachine.ts'
import type { RunEvent } from '../../contract/runs/stateMachine.ts'
import type { Run } from '../../contract/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import { runErrorCode } from '../library/runs/runError.ts'
import type { Notices } from '../notices.ts'
import { findProfile } from '../profiles/profiles.ts'
import { createRunner } from '../runs/runner.ts'
import type { RunnerParts } from '../runs/runner.ts'
import { settleUnknown } from '../runs/settleUnknown.ts'

interface Parts extends RunnerParts {
  notices: Notices
  /** Checks the rows of a run whose place has changed, or that were copied. */
  checkAll: (id: string) => Promise<void>
  /** Waits for the checks of a run that are under way, such as after a change of its environment. */
  checksSettled: (id: string) => Promise<void>
}

type RunOperation =
  | 'list'
  | 'get'
  | 'change'
  | 'start'
  | 'resume'
  | 'pause'
  | 'cancel'
  | 'reopen'
  | 'retry'
  | 'settle'
  | 'repeat'
  | 'remove'
  | 'unremove'

export function runLifecycleHandlers(
  parts: Parts,
): Pick<Handlers, `runs.${RunOperation}` & keyof typeof runCalls> {
  const { runs, sending, notices, checkAll, checksSettled } = parts
  const runner = createRunner(parts)
  /** Corrects the state of a run whose stop couldn't be saved, for example on a full disk. */
  const current = async (id: string): Promise<Run> => {
    const run = await runs.get(id)
    return isUnderWay(run.state) && !runner.has(id) ? await runs.move(id, 'stopped') : run
  }
  const moved = async (id: string, event: RunEvent, then: (run: Run) => void): Promise<Run> => {
    await current(id)
    const run = await runs.move(id, event)
    notices.dismissRun(id)
    then(run)
    return run
  }
  const stop = (run: Run) => runner.stop(run.id)
  const start = async (id: string, count: number): Promise<Result<Run>> => {
    await checksSettled(id)
    const before = await current(id)
    if (!before.checked) return fail({ code: 'run_unchecked' })
    // Another run, or the form, may have made some of these links since the rows were checked.
    if (before.state === 'preparing') await checkAll(id)
    const { checked, counts } = await runs.get(id)
    if (!checked) return fail({ code: 'run_unchecked' })
    if (counts.ready !== count) return fail({ code: 'run_count' })
    return ok(await moved(id, 'start', runner.sendFirstRow))
  }
  return {
    'runs.list': (page) => toResult(() => runs.list(page)),
    'runs.get': ({ id }) =>
      toResult(async () => {
        const run = await current(id)
        return { run, pulse: runner.pulse(run), isBehind: runner.isBehind(id) }
      }),
    'runs.change': ({ id, ...changes }) =>
      flattenResult(async () => {
        const changed = await changeRun(parts, id, changes)
        if (!changed.ok || changed.value.checked || changed.value.state !== 'preparing') return changed
        await checkAll(id)
        return ok(await runs.get(id))
      }),
    'runs.start': ({ id, count }) => flattenResult(() => start(id, count)),
    'runs.resume': ({ id }) => toResult(() => moved(id, 'resume', runner.queue)),
    'runs.pause': ({ id }) => toResult(() => moved(id, 'pause', stop)),
    'runs.cancel': ({ id }) => toResult(() => moved(id, 'cancel', stop)),
    'runs.reopen': ({ id }) => toResult(() => moved(id, 'reopen', () => undefined)),
    'runs.retry': ({ id }) =>
      toResult(async () => {
        const run = await moved(id, 'retry', () => undefined)
        while ((await sending.retry(run.id)) > 0);
        return await runs.get(id)
      }),
    'runs.settle': ({ id }) => flattenResult(() => settle(parts, id)),
    'runs.repeat': ({ id, as }) =>
      toResult(async () => {
        await runs.repeat(id, as)
        for (let after: number | null = 0; after !== null;) after = await runs.copyRows(id, as, after)
        await checkAll(as)
        return await runs.get(as)
      }),
    'runs.remove': ({ id }) =>
      toResult(async () => {
        await current(id)
        return await removeRun(parts, id)
      }),
    'runs.unremove': ({ id }) => toResult(() => runs.unremove(id)),
  }
}

/** Removes a run, and what is shown of it elsewhere. */
async function removeRun({ runs, notices, jobs }: Parts, id: string): Promise<null> {
  await runs.remove(id)
  notices.dismissRun(id)
  jobs.forgetRun(id)
  return null
}

/** Changes a run. A profile's name is stored with the run, which may outlive the profile. */
async function changeRun(
  { runs, settings }: Parts,
  id: string,
  { profileId, ...others }: Omit<ParsedInput<'runs.change'>, 'id'>,
): Promise<Result<Run>> {
  if (profileId === undefined) return ok(await runs.change(id, others))
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile
  return ok(await runs.change(id, { ...others, profileId, profileName: profile.value.name }))
}

/** Resolves unknown rows as far as that is safe. */
async function settle(parts: Parts, id: string): Promise<Result<{ run: Run; settled: number }>> {
  const { runs, destination, jobs } = parts
  const { profileId, environment, counts } = await runs.get(id)
  const target = await destination(profileId, environment)
  if (!target.ok) return target
  const { asked, settled } = await jobs.during('settle', ({ signal, reach }) =>
    settleUnknown(parts, {
      id,
      to: target.value,
      signal,
      reach: (count) => reach(count, counts.unknown),
    }),
  )
  if (asked === 0 && counts.unknown > 0) return fail({ code: 'not_repeatable' })
  return ok({ run: await runs.get(id), settled })
}

/** Turns run errors into problems; other errors are bugs. */
async function flattenResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const code = runErrorCode(error)
    if (code) return fail({ code })
    throw error
  }
}

function toResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  return flattenResult(async () => ok(await work()))
}
