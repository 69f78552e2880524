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
  const { jobs, inFlight } = parts
  const active = new Map<string, Active>()

  const begin = (id: string, limit: number, after: (problem: Problem | null) => RunEvent): Promise<void> => {
    const pulse = createPulse()
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    const job = jobs.start('run', async (work) => {
      try {
        const sent = await sendAll(parts, { id, limit, work, pulse })
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
  const beginTurn = async (id: string) => {
    await active.get(id)?.ended
    if (!(await hasTurn(parts, id))) return { ended: Promise.resolve() }
    return { ended: begin(id, Infinity, (problem) => (problem ? 'stopped' : 'finished')) }
  }
  const turns = createTurns(beginTurn, inFlight.signal)
  return {
    tryFirst: ({ id }) => {
      void (active.get(id)?.ended ?? Promise.resolve()).then(() =>
        begin(id, 1, (problem) => (problem ? 'stopped' : 'tried')),
      )
    },
    queue: (run) => turns.join(serviceOf(parts, run), run.id),
    stop: (id) => {
      turns.leave(id)
      const found = active.get(id)
      if (!found) return
      found.isLeft = true
      jobs.cancel(found.job)
    },
    has: (id) => active.has(id) || turns.has(id),
    pulse: ({ id, counts }) => active.get(id)?.pulse.tell(counts.ready) ?? null,
  }
}

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

/** Moves a run on to its turn. Answers whether it has one: not if it was paused, cancelled or taken out while it waited. */
async function hasTurn({ runs, reportBug }: RunnerParts, id: string): Promise<boolean> {
  try {
    await runs.move(id, 'turn')
    return true
  } catch (error) {
    if (runFaultOf(error) === null && !storageProblem(error)) reportBug('runs.turn', error)
    return false
  }
}
