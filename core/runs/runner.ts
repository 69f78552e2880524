import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Run, RunThroughput } from '../../contract/app/runs/run.ts'
import type { RunEvent } from '../../contract/app/runs/stateMachine.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import { JobStoppedError, type Work } from '../jobs.ts'
import { errorCode } from '../folder/codedError.ts'
import { findProfile } from '../profiles/profiles.ts'
import { createThroughput, type Throughput } from './throughput.ts'
import { sendAll } from './sendAll.ts'
import type { SendParts } from './sendWithPool.ts'
import { settleRemaining } from './settleUnknown.ts'
import { createKeyedQueue } from '../concurrency/keyedQueue.ts'
import type { LinkServices } from '../links/linkServices.ts'

export type RunnerParts = SendParts & Pick<LinkServices, 'jobs'>

/** Sends the rows of runs. First rows are sent immediately; the rest of each run is queued per service. */
export type Runner = ReturnType<typeof createRunner>

interface ActiveRun {
  job: string
  throughput: Throughput
  ended: Promise<void>
  /** Whether the user changed the run's state in the meantime, so that the outcome here is ignored. */
  isLeft: boolean
}

export function createRunner(parts: RunnerParts) {
  const { jobs, runs, inFlight, sleep, reportBug } = parts
  const active = new Map<string, ActiveRun>()

  const begin = ({ id, change }: Run, limit: number): Promise<void> => {
    const throughput = createThroughput(sleep.sleptMs)
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    const send = async (work: Work) => {
      try {
        const sendProblem = await sleep.during(() => sendAll(parts, { id, limit, work, throughput }))
        const problem = sendProblem ?? (await settleRemaining(parts, { id, work }))
        const isCancelled = work.signal.aborted && problem === null
        const event = isCancelled ? 'pause' : problem ? 'stopped' : await eventAfter(parts, id, limit)
        // If the app closes, the run's state stays unchanged. The next start pauses the run and offers to resume it.
        const isInterrupted = isCancelled && inFlight.signal.aborted
        if (active.get(id)?.isLeft !== true && !isInterrupted) await moveRun(parts, id, event, problem)
        if (problem) throw new JobStoppedError(problem)
      } finally {
        active.delete(id)
        resolve(undefined)
      }
    }
    const job = jobs.start(change ? 'changeRun' : 'run', send, { run: id })
    active.set(id, { job, throughput, ended, isLeft: false })
    return ended
  }
  /** Returns a queue of runs for each name. `take` resolves to the next run; `null` if it must not be sent any more. */
  const createQueue = (limit: number, take: (id: string) => Promise<Run | null>) =>
    createKeyedQueue(async (id) => {
      await active.get(id)?.ended
      const run = await take(id).catch((error: unknown) => {
        // It was paused, cancelled or removed while it waited.
        if (errorCode(error) === null && !toStorageProblem(error)) reportBug('runs.turn', error)
        return null
      })
      return { ended: run ? begin(run, limit) : Promise.resolve() }
    }, inFlight.signal)
  const firstRows = createQueue(1, async (id) => {
    const run = await runs.get(id)
    return run.state === 'trying' ? run : null
  })
  const runQueue = createQueue(Infinity, (id) => runs.move(id, 'turn'))
  return {
    /** Sends the first row of a run in state `trying`. First rows are queued only per run, not per service. */
    sendFirstRow: ({ id }: Run) => firstRows.join(id, id),
    /** Sends the rest of a `queued` run when it reaches the front of the queue. */
    queue: (run: Run) => runQueue.join(serviceKey(parts, run), run.id),
    /** Stops sending a run. Requests already sent still get their result. */
    stop: (id: string) => {
      for (const queues of [firstRows, runQueue]) queues.leave(id)
      const activeRun = active.get(id)
      if (!activeRun) return
      activeRun.isLeft = true
      jobs.cancel(activeRun.job)
    },
    /** Ends the wait of a run for its service. */
    tryNow: (id: string) => active.get(id)?.throughput.tryNow(),
    /** Whether a queued run waits for another run at its service. */
    isBehind: runQueue.isBehind,
    /** Whether rows of the run are being sent or queued. */
    has: (id: string) => active.has(id) || firstRows.has(id) || runQueue.has(id),
    /** The throughput of a run that is being sent; `null` for any other. */
    throughput: ({ id, counts }: Run): RunThroughput | null =>
      active.get(id)?.throughput.measure(counts.ready) ?? null,
  }
}

/** Returns an identifier of a run's service, because two profiles may use the same one. */
function serviceKey({ settings }: RunnerParts, { profileId }: Run): string {
  const profile = findProfile(settings, profileId)
  return profile.ok && profile.value.kind === 'remote' ? profile.value.baseUrl : ''
}

/** Returns the event after sending. The first row is reviewed before the rest; without a rest, the run is finished. */
async function eventAfter({ runs }: RunnerParts, id: string, limit: number): Promise<RunEvent> {
  return limit === 1 && (await runs.get(id)).counts.ready > 0 ? 'tried' : 'finished'
}

/** Changes the state of a run, unless the user already did. */
async function moveRun({ runs }: RunnerParts, id: string, event: RunEvent, problem: Problem | null) {
  try {
    await runs.move(id, event, problem)
  } catch (error) {
    if (errorCode(error) === null) throw error
  }
}
