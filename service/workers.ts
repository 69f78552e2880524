import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from './http/log.ts'
import { askedToEnd } from './signals.ts'
import { answerForAllWorkers } from './workerMetrics.ts'

/** How long a worker may take to finish what runs: a little longer than it gives itself. */
const shutdownGraceMs = 15_000
/** …and this process, when they are killed after that. */
const deadlineMs = 20_000
const shortestPauseMs = 100
const longestPauseMs = 10_000
/** A worker that has run this long is sound, so that the next death is a new story. */
const soundMs = 60_000

export interface WorkerOptions {
  count: number
  log: Log
}

/**
 * Runs this program again in `count` processes that share one port, until SIGTERM or SIGINT, and replaces those that die.
 * The first one starts alone: what keeps it from starting, such as a wrong setting, is said once and ends everything with
 * its exit code. Resolves to the exit code when all have ended.
 */
export async function superviseWorkers({ count, log }: WorkerOptions): Promise<number> {
  const crew = new Crew(log)
  answerForAllWorkers()
  cluster.on('listening', ({ process: { pid } }) => {
    log.write({ level: 'info', event: 'worker_started', pid: pid ?? null })
  })
  void askedToEnd(deadlineMs).then(() => crew.dismiss())
  // Workers take connections from the port themselves. Handed over by this process, which is Node's default, a connection
  // on its way to a worker that dies would never be answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const first = cluster.fork()
  const failed = await startsListening(first)
  if (failed !== null) return crew.dismissed ? 0 : failed
  crew.keep(first)
  for (let started = 1; started < count; started++) crew.keep(cluster.fork())
  return await crew.gone
}

/** Resolves to `null` when the worker listens, to its exit code when it ends before. */
async function startsListening(worker: Worker): Promise<number | null> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(worker, 'listening', { signal }).then(() => null),
      once(worker, 'exit', { signal }).then(([code]) => (typeof code === 'number' ? code : 1)),
    ])
  } finally {
    settled.abort()
  }
}

/** The workers that run, each replaced when it dies until all are dismissed. */
class Crew {
  readonly #log: Log
  readonly #gone = Promise.withResolvers<number>()
  #workers = 0
  #dismissed = false
  #pauseMs = shortestPauseMs

  constructor(log: Log) {
    this.#log = log
  }

  get dismissed(): boolean {
    return this.#dismissed
  }

  /** Resolves to the exit code when all were dismissed and have ended. */
  get gone(): Promise<number> {
    return this.#gone.promise
  }

  keep(worker: Worker): void {
    this.#workers++
    const sound = setTimeout(() => (this.#pauseMs = shortestPauseMs), soundMs).unref()
    worker.once('exit', (code: number | null, signal: string | null) => {
      clearTimeout(sound)
      this.#workers--
      if (!this.#dismissed) this.#replace(worker, signal ?? code)
      else if (this.#workers === 0) this.#gone.resolve(0)
    })
  }

  dismiss(): void {
    this.#dismissed = true
    const workers = Object.values(cluster.workers ?? {})
    // The interrupt key of a terminal has reached them already; another signal changes nothing.
    for (const worker of workers) worker?.process.kill('SIGTERM')
    setTimeout(() => workers.forEach((worker) => worker?.process.kill('SIGKILL')), shutdownGraceMs).unref()
    if (this.#workers === 0) this.#gone.resolve(0)
  }

  /** Each death in a row doubles the pause, so that a worker which cannot live does not keep the machine busy. */
  #replace(worker: Worker, reason: string | number | null): void {
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    const pid = worker.process.pid ?? null
    // Somebody has asked it to end, which is no fault.
    const ended =
      reason === 0 ? { level: 'info', event: 'worker_ended' } : { level: 'error', event: 'worker_died' }
    this.#log.write({ ...ended, pid, reason, pause_ms: pauseMs })
    setTimeout(() => {
      if (!this.#dismissed) this.keep(cluster.fork())
    }, pauseMs)
  }
}
