import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './http/log.ts'
import type { Settings } from './settings/settings.ts'
import { retireWorker, startWorker } from './workerMessages.ts'
import type { WorkerStart } from './workerMessages.ts'

/** How long a worker may take to finish what runs: a little longer than it gives itself. */
const shutdownGraceMs = 15_000
/** …and to answer what comes on connections that are open: longer than the service leaves an idle one open. */
const retirementMs = 90_000
const minRestartDelayMs = 100
const maxRestartDelayMs = 10_000
/** A worker that has run this long is sound, so that the next death is a new story. */
const stableAfterMs = 60_000

/** The workers that serve, each replaced when it dies until all are dismissed. */
export class Supervisor {
  readonly #log: Log
  readonly #gone = Promise.withResolvers<null>()
  readonly #dismissal = new AbortController()
  /** Those that take requests, each with the settings that it has. */
  readonly #serving = new Map<Worker, Settings>()
  #settings: Settings
  #alive = 0
  /** Those that take the place of dead ones, and do not serve yet. */
  #coming = 0
  #pauseMs = minRestartDelayMs

  constructor(settings: Settings, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  /** The settings that workers start with. */
  get settings(): Settings {
    return this.#settings
  }

  get dismissed(): boolean {
    return this.#dismissal.signal.aborted
  }

  /** Resolves when all were dismissed and have ended. */
  get gone(): Promise<null> {
    return this.#gone.promise
  }

  /**
   * Starts workers with these settings, and when the first of them serves, lets those with other ones retire, one after
   * another. Resolves when only new ones are left, or to what came of the first where that does not serve.
   */
  async renew(settings: Settings, onServing: (announcement: string) => void): Promise<WorkerStart> {
    const first = await this.#start(settings)
    if (first.announcement === null) return first
    this.#settings = settings
    onServing(first.announcement)
    while (!this.dismissed) {
      const outdated = [...this.#serving.keys()].find((worker) => this.#serving.get(worker) !== settings)
      if (!outdated && this.#missing() <= 0) break
      if (outdated) await this.#retire(outdated)
      if (this.#missing() > 0) await this.#add()
    }
    return first
  }

  dismiss(): void {
    this.#dismissal.abort()
    const workers = Object.values(cluster.workers ?? {})
    // The interrupt key of a terminal has reached them already; another signal changes nothing.
    for (const worker of workers) worker?.process.kill('SIGTERM')
    setTimeout(() => workers.forEach((worker) => worker?.process.kill('SIGKILL')), shutdownGraceMs).unref()
    if (this.#alive === 0) this.#gone.resolve(null)
  }

  /** How many are wanted beside those that serve with the settings of now and those that are coming. */
  #missing(): number {
    const current = [...this.#serving.values()].filter((settings) => settings === this.#settings)
    return this.#settings.workers - current.length - this.#coming
  }

  async #start(settings: Settings): Promise<WorkerStart> {
    const worker = cluster.fork()
    this.#alive++
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#alive--
      if (this.dismissed && this.#alive === 0) this.#gone.resolve(null)
      // Of one that does not serve, whoever has started it or lets it retire knows.
      if (this.#serving.delete(worker) && !this.dismissed) void this.#replace(worker, signal ?? code)
    })
    const started = await startWorker(worker, settings)
    if (started.announcement === null) return started
    this.#serving.set(worker, settings)
    this.#log.write({ level: 'info', event: 'worker_started', pid: worker.process.pid ?? null })
    const sound = setTimeout(() => (this.#pauseMs = minRestartDelayMs), stableAfterMs).unref()
    worker.once('exit', () => clearTimeout(sound))
    return started
  }

  /** Starts a worker, again and again until one serves with the settings of then, or is not wanted any more. */
  async #add(): Promise<void> {
    this.#coming++
    while (!this.dismissed && this.#missing() >= 0) {
      const settings = this.#settings
      const started = await this.#start(settings)
      const { worker } = started
      if (started.announcement === null) await this.#pauseAfter(worker, started.code, started.sentence)
      else if (settings === this.#settings) break
      // They were read again meanwhile. One that is not there any more has ended, or retires already.
      else if (this.#serving.has(worker)) await this.#retire(worker)
    }
    this.#coming--
  }

  async #replace(worker: Worker, reason: string | number | null): Promise<void> {
    this.#coming++
    await this.#pauseAfter(worker, reason)
    this.#coming--
    await this.#add()
  }

  /** Each death in a row doubles the pause, so that a worker which cannot live does not keep the machine busy. */
  async #pauseAfter(worker: Worker, reason: string | number | null, sentence: string | null = null) {
    if (this.dismissed) return
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(pauseMs * 2, maxRestartDelayMs)
    const pid = worker.process.pid ?? null
    // Somebody has asked it to end, which is no fault.
    const ended =
      reason === 0 ? { level: 'info', event: 'worker_ended' } : { level: 'error', event: 'worker_died' }
    const reportedError = sentence === null ? {} : { error: sentence }
    this.#log.write({ ...ended, pid, reason, pause_ms: pauseMs, ...reportedError })
    await pause(pauseMs, undefined, { signal: this.#dismissal.signal }).catch(() => undefined)
  }

  /** Resolves when the worker has answered all that comes on its connections, and ended. */
  async #retire(worker: Worker): Promise<void> {
    this.#serving.delete(worker)
    const exit = once(worker, 'exit')
    retireWorker(worker)
    const late = setTimeout(() => worker.process.kill('SIGTERM'), retirementMs).unref()
    const tooLate = setTimeout(() => worker.process.kill('SIGKILL'), retirementMs + shutdownGraceMs).unref()
    await exit
    clearTimeout(late)
    clearTimeout(tooLate)
    this.#log.write({ level: 'info', event: 'worker_retired', pid: worker.process.pid ?? null })
  }
}
