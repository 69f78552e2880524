import type { Problem } from '../../contract/problem.ts'
import type { Run, RunPulse } from '../../contract/runs/run.ts'
import type { RunEvent } from '../../contract/runs/machine.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import { JobStopped } from '../jobs.ts'
import type { Jobs } from '../jobs.ts'
import { runFaultOf } from '../library/runs/fault.ts'
import { profileById } from '../profiles/profiles.ts'
import { createPulse } from './pulse.ts'
import type { Pulse } from './pulse.ts'
import { sendAll } from './sendAll.ts'
import type { SendParts } from './sendAll.ts'
import { settleRest } from './settleUnknown.ts'
import { createTurns } from './turns.ts'

export interface RunnerParts extends SendParts {
  jobs: Jobs
}

/** Sends the rows of runs: the first row of one when it is started, the rest of one after the other at each service. */
export interface Runner {
  /** Sends the first row of a run that was moved to `trying`. */
  tryFirst: (run: Run) => void
  /** Sends the rest of a run that was moved to `queued`, when it is its turn. */
  queue: (run: Run) => void
  /** Sends nothing more of a run. What is on its way has its end yet. */
  stop: (id: string) => void
  /** Whether it sends rows of a run now or will. */
  has: (id: string) => boolean
  /** How a run does that is being sent; `null` for any other. */
  pulse: (run: Run) => RunPulse | null
}

interface Active {
  job: string
  pulse: Pulse
  ended: Promise<void>
  /** Whether a person has moved the run on, and its end here says nothing of it any more. */
  isLeft: boolean
}

export function createRunner(parts: RunnerParts): Runner {
  const { jobs, inFlight, sleep } = parts
  const active = new Map<string, Active>()

  const begin = (id: string, limit: number, after: (problem: Problem | null) => RunEvent): Promise<void> => {
    const pulse = createPulse(sleep.sleptMs)
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    const job = jobs.start('run', async (work) => {
      try {
        const sent = await sleep.during(() => sendAll(parts, { id, limit, work, pulse }))
        const problem = sent ?? (await settleRest(parts, { id, work }))
        const cancelled = work.signal.aborted && problem === null
        const event = cancelled ? 'pause' : after(problem)
        if (active.get(id)?.isLeft !== true) await move(parts, id, event, problem)
        if (problem) throw new JobStopped(problem)
      } finally {
        active.delete(id)
        resolve(undefined)
      }
    })
    active.set(id, { job, pulse, ended, isLeft: false })
    return ended
  }
  const ended = async (id: string) => await active.get(id)?.ended
  const firsts = createTurns(async (id) => {
    await ended(id)
    if (!(await isTrying(parts, id))) return nothing
    return { ended: begin(id, 1, (problem) => (problem ? 'stopped' : 'tried')) }
  }, inFlight.signal)
  const turns = createTurns(async (id) => {
    await ended(id)
    if (!(await hasTurn(parts, id))) return nothing
    return { ended: begin(id, Infinity, (problem) => (problem ? 'stopped' : 'finished')) }
  }, inFlight.signal)
  return {
    // The first row of a run waits for nothing but what is on its way of the same one.
    tryFirst: ({ id }) => firsts.join(id, id),
    queue: (run) => turns.join(serviceOf(parts, run), run.id),
    stop: (id) => {
      for (const queues of [firsts, turns]) queues.leave(id)
      const found = active.get(id)
      if (!found) return
      found.isLeft = true
      jobs.cancel(found.job)
    },
    has: (id) => active.has(id) || firsts.has(id) || turns.has(id),
    pulse: ({ id, counts }) => active.get(id)?.pulse.tell(counts.ready) ?? null,
  }
}

const nothing = { ended: Promise.resolve() }

/** What tells services apart: two profiles may be of the same one. */
function serviceOf({ settings }: RunnerParts, { profileId }: Run): string {
  const profile = profileById(settings, profileId)
  return profile.ok && profile.value.kind === 'remote' ? profile.value.baseUrl : ''
}

/** Moves a run on, unless a person has meanwhile. */
async function move({ runs }: RunnerParts, id: string, event: RunEvent, problem: Problem | null) {
  try {
    await runs.move(id, event, problem)
  } catch (error) {
    if (runFaultOf(error) === null) throw error
  }
}

/** Whether the first row of a run is still to be sent: not if it was paused or cancelled meanwhile. */
function isTrying(parts: RunnerParts, id: string): Promise<boolean> {
  return unlessImpossible(parts, async () => (await parts.runs.get(id)).state === 'trying')
}

/** Moves a run on to its turn. Answers whether it has one: not if it was paused, cancelled or taken out while it waited. */
function hasTurn(parts: RunnerParts, id: string): Promise<boolean> {
  return unlessImpossible(parts, async () => (await parts.runs.move(id, 'turn')).state === 'running')
}

async function unlessImpossible({ reportBug }: RunnerParts, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (runFaultOf(error) === null && !storageProblem(error)) reportBug('runs.turn', error)
    return false
  }
}
