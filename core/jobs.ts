import { randomUUID } from 'node:crypto'
import type { Job } from '../contract/app/jobs/job.ts'
import type { LongWorkKind } from '../contract/app/jobs/longWork.ts'
import type { Problem } from '../contract/app/problems/problem.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import type { LongWork } from './longWork.ts'

/** Passed to a job's function. */
export type Work = ReturnType<typeof createWork>

/** Thrown to end a job with a problem that the user sees. */
export class JobStoppedError extends Error {
  override name = 'JobStopped'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** Background work with progress and a way to cancel it. */
export type Jobs = ReturnType<typeof createJobs>

export interface JobOptions {
  /** The run that the job prepares or sends. Replaces the run's previous results in the list. */
  run?: string
  /** The window's path that shows its progress and its result. */
  path?: string
  /** Cleans up. Called when the result is no longer listed. */
  onForgotten?: (id: string) => void
}

interface Parts {
  longWork: LongWork
  inFlight: InFlight
  reportBug: (call: string, error: unknown) => void
  /** Called when background work has ended. */
  onEnded?: (job: Job) => void
}

interface Entry {
  job: Job
  controller: AbortController
  onForgotten?: ((id: string) => void) | undefined
}

/** Maximum number of ended jobs that are listed. */
const maxEndedJobs = 20

export function createJobs({ longWork, inFlight, reportBug, onEnded }: Parts) {
  const entries = new Map<string, Entry>()

  const addEntry = (kind: LongWorkKind, { onForgotten, ...options }: JobOptions = {}): Entry => {
    const job = createJob(kind, options)
    const entry: Entry = { job, controller: new AbortController(), onForgotten }
    entries.set(job.id, entry)
    return entry
  }
  const run = <T>({ job, controller }: Entry, work: (work: Work) => Promise<T>): Promise<T> =>
    inFlight.track(
      longWork.during(job.kind, (show) =>
        work(createWork(job, AbortSignal.any([controller.signal, inFlight.signal]), show)),
      ),
    )
  const forgetSurplus = () => {
    const endedEntries = [...entries.values()].filter(({ job }) => job.state !== 'running')
    for (const { job } of endedEntries.slice(0, -maxEndedJobs)) forget(job.id)
  }
  const forgetRun = (id: string) => {
    for (const { job } of entries.values()) if (job.run === id && job.state !== 'running') forget(job.id)
  }
  const forget = (id: string) => {
    entries.get(id)?.onForgotten?.(id)
    entries.delete(id)
  }

  return {
    /** Runs work that its caller awaits, and lists it until it ends. Resolves or rejects like the work. */
    during: async <T>(
      kind: LongWorkKind,
      work: (work: Work) => Promise<T>,
      options?: Pick<JobOptions, 'run'>,
    ): Promise<T> => {
      const entry = addEntry(kind, options)
      try {
        return await run(entry, work)
      } finally {
        entries.delete(entry.job.id)
      }
    },
    /**
     * Starts background work and returns its id. Its result is listed until it is dismissed or displaced by newer ones.
     */
    start: (kind: LongWorkKind, work: (work: Work) => Promise<void>, options: JobOptions = {}) => {
      if (options.run !== undefined) forgetRun(options.run)
      const entry = addEntry(kind, options)
      const { job, controller } = entry
      const isCancelled = () => controller.signal.aborted || inFlight.signal.aborted
      void run(entry, work)
        .then(
          () => {
            job.state = isCancelled() ? 'cancelled' : 'finished'
          },
          (error: unknown) => {
            if (isCancelled()) job.state = 'cancelled'
            else Object.assign(job, { state: 'failed', problem: toProblem(error, kind, reportBug) })
          },
        )
        .then(() => {
          forgetSurplus()
          onEnded?.(job)
        })
      return job.id
    },
    list: () => [...entries.values()].map(({ job }) => ({ ...job })),
    cancel: (id: string) => entries.get(id)?.controller.abort(),
    /** Removes a run's results from the list. */
    forgetRun,
    dismiss: (id: string) => {
      if (entries.get(id)?.job.state !== 'running') forget(id)
    },
  }
}

function createJob(kind: LongWorkKind, options: Pick<JobOptions, 'run' | 'path'>): Job {
  const initial = { state: 'running', done: 0, total: null, counts: {}, problem: null } as const
  return { id: randomUUID(), kind, ...options, ...initial, startedAt: new Date().toISOString() }
}

/** Returns what a job's function gets. It keeps its progress in the job, and shows it. */
function createWork(job: Job, signal: AbortSignal, show: (fraction: number) => void) {
  return {
    id: job.id,
    /** Aborted when the user cancels the job or the app is closing. */
    signal,
    /** Reports progress, in any unit. */
    reportProgress: (done: number, total: number | null) => {
      Object.assign(job, { done, total })
      if (total !== null && total > 0) show(done / total)
    },
    /** Replaces the reported results. */
    setCounts: (counts: Job['counts']) => Object.assign(job, { counts }),
  }
}

function toProblem(error: unknown, kind: LongWorkKind, reportBug: Parts['reportBug']): Problem {
  if (error instanceof JobStoppedError) return error.problem
  const problem = toStorageProblem(error)
  if (!problem) reportBug(`job.${kind}`, error)
  return problem ?? { code: 'bug' }
}
