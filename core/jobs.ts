import { randomUUID } from 'node:crypto'
import type { Job } from '../contract/job.ts'
import type { LongWorkKind } from '../contract/longWork.ts'
import type { Problem } from '../contract/problem.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import type { LongWork } from './longWork.ts'

/** What a job is given to work with. */
export interface Work {
  /** The job's own id. */
  id: string
  /** Aborted when the person cancels it, or the app is closing. */
  signal: AbortSignal
  /** Says how far it is, in whatever it counts. */
  reach: (done: number, total: number | null) => void
  /** Says what came of it so far, instead of what was said before. */
  count: (counts: Job['counts']) => void
}

/** Ends a job that cannot go on, with what the person is told. */
export class JobStoppedError extends Error {
  override name = 'JobStopped'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The work that goes on behind the window, with a bar and a way to cancel it. */
export interface Jobs {
  /** Runs work that somebody waits for. It is listed until it ends, and gives or throws what the work does. */
  during: <T>(kind: LongWorkKind, run: (work: Work) => Promise<T>) => Promise<T>
  /**
   * Starts work that nobody waits for, and answers its id. How it ended is listed until that is dismissed or others have
   * pushed it out; then what it has left behind is `forgotten`.
   */
  start: (kind: LongWorkKind, run: (work: Work) => Promise<void>, forgotten?: (id: string) => void) => string
  list: () => Job[]
  cancel: (id: string) => void
  dismiss: (id: string) => void
}

interface Parts {
  longWork: LongWork
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
}

interface Entry {
  job: Job
  controller: AbortController
  forgotten?: ((id: string) => void) | undefined
}

/** As many ends are remembered that nobody dismissed. */
const maxEndedJobs = 20

export function createJobs({ longWork, inFlight, reportBug }: Parts): Jobs {
  const entries = new Map<string, Entry>()

  const begin = (kind: LongWorkKind): Entry => {
    const id = randomUUID()
    const startedAt = new Date().toISOString()
    const begun = { state: 'running', done: 0, total: null, counts: {}, problem: null } as const
    const job = { id, kind, ...begun, startedAt }
    const entry: Entry = { job, controller: new AbortController() }
    entries.set(id, entry)
    return entry
  }
  const run = <T>({ job, controller }: Entry, work: (work: Work) => Promise<T>): Promise<T> =>
    inFlight.track(
      longWork.during(job.kind, (show) =>
        work({
          id: job.id,
          signal: AbortSignal.any([controller.signal, inFlight.signal]),
          reach: (done, total) => {
            Object.assign(job, { done, total })
            if (total !== null && total > 0) show(done / total)
          },
          count: (counts) => Object.assign(job, { counts }),
        }),
      ),
    )
  const forgetSurplus = () => {
    const ended = [...entries.values()].filter(({ job }) => job.state !== 'running')
    for (const { job } of ended.slice(0, -maxEndedJobs)) forget(job.id)
  }
  const forget = (id: string) => {
    entries.get(id)?.forgotten?.(id)
    entries.delete(id)
  }

  return {
    during: async (kind, work) => {
      const entry = begin(kind)
      try {
        return await run(entry, work)
      } finally {
        entries.delete(entry.job.id)
      }
    },
    start: (kind, work, forgotten) => {
      const entry = begin(kind)
      entry.forgotten = forgotten
      const { job, controller } = entry
      const cancelled = () => controller.signal.aborted || inFlight.signal.aborted
      void run(entry, work)
        .then(
          () => {
            job.state = cancelled() ? 'cancelled' : 'finished'
          },
          (error: unknown) => {
            if (cancelled()) job.state = 'cancelled'
            else Object.assign(job, { state: 'failed', problem: problemOf(error, kind, reportBug) })
          },
        )
        .then(forgetSurplus)
      return job.id
    },
    list: () => [...entries.values()].map(({ job }) => ({ ...job })),
    cancel: (id) => entries.get(id)?.controller.abort(),
    dismiss: (id) => {
      if (entries.get(id)?.job.state !== 'running') forget(id)
    },
  }
}

function problemOf(error: unknown, kind: LongWorkKind, reportBug: Parts['reportBug']): Problem {
  if (error instanceof JobStoppedError) return error.problem
  const problem = toStorageProblem(error)
  if (!problem) reportBug(`job.${kind}`, error)
  return problem ?? { code: 'bug' }
}
