import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './http/log.ts'
import type { Settings } from './settings/settings.ts'
import { pingWorker, retireWorker, startWorker } from './workerMessages.ts'
import type { WorkerStart } from './workerMessages.ts'

/** Maximum time for a worker to finish its requests: slightly longer than the worker's own limit. */
const shutdownGraceMs = 15_000
/** Maximum time for a worker to also serve requests on open connections: longer than the service keeps idle connections open. */
const retirementMs = 90_000
/** Interval between liveness checks of a worker, and the time without an answer after which it is killed. */
const defaultHang = { pingMs: 10_000, limitMs: 60_000 }
const minRestartDelayMs = 100
const maxRestartDelayMs = 10_000
/** After this uptime a worker is healthy, and its next crash resets the restart delay. */
const stableAfterMs = 60_000

/** Runs the workers and replaces each one that exits, until all are stopped. */
export class Supervisor {
  readonly #log: Log
  readonly #hang: typeof defaultHang
  readonly #stopped = Promise.withResolvers<null>()
  readonly #stopping = new AbortController()
  /** Serving workers and the settings of each. */
  readonly #serving = new Map<Worker, Settings>()
  #settings: Settings
  #alive = 0
  /** Replacements for crashed workers that aren't serving yet. */
  #pendingReplacements = 0
  #pauseMs = minRestartDelayMs

  constructor(settings: Settings, log: Log, hang = defaultHang) {
    this.#settings = settings
    this.#log = log
    this.#hang = hang
  }

  /** The settings for new workers. */
  get settings(): Settings {
    return this.#settings
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Resolves when all workers have been stopped and have exited. */
  get stopped(): Promise<null> {
    return this.#stopped.promise
  }

  /**
   * Starts workers with these settings. When the first one serves, retires workers with other settings one by
   * one. Resolves when only new ones are left, or with the start result of the first if it doesn't serve.
   */
  async reload(settings: Settings, onServing: (announcement: string) => void): Promise<WorkerStart> {
    const first = await this.#start(settings)
    if (first.announcement === null) return first
    this.#settings = settings
    onServing(first.announcement)
    while (!this.isStopping) {
      const outdated = [...this.#serving.keys()].find((worker) => this.#serving.get(worker) !== settings)
      if (!outdated && this.#missing() <= 0) break
      if (outdated) await this.#retire(outdated)
      if (this.#missing() > 0) await this.#add()
    }
    return first
  }

  stop(): void {
    this.#stopping.abort()
    const workers = Object.values(cluster.workers ?? {})
    // The terminal's interrupt key has already reached the workers; a second signal has no effect.
    for (const worker of workers) worker?.process.kill('SIGTERM')
    setTimeout(() => workers.forEach((worker) => worker?.process.kill('SIGKILL')), shutdownGraceMs).unref()
    if (this.#alive === 0) this.#stopped.resolve(null)
  }

  /** How many workers are missing, counting those with the current settings that serve or are starting. */
  #missing(): number {
    const current = [...this.#serving.values()].filter((settings) => settings === this.#settings)
    return this.#settings.workers - current.length - this.#pendingReplacements
  }

  async #start(settings: Settings): Promise<WorkerStart> {
    const worker = cluster.fork()
    this.#alive++
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#alive--
      if (this.isStopping && this.#alive === 0) this.#stopped.resolve(null)
      // Whoever started or retired the worker handles its exit.
      if (this.#serving.delete(worker) && !this.isStopping) void this.#replace(worker, signal ?? code)
    })
    const started = await startWorker(worker, settings)
    if (started.announcement === null) return started
    this.#serving.set(worker, settings)
    this.#log.write({ level: 'info', event: 'worker_started', pid: worker.process.pid ?? null })
    const sound = setTimeout(() => (this.#pauseMs = minRestartDelayMs), stableAfterMs).unref()
    worker.once('exit', () => clearTimeout(sound))
    this.#watch(worker)
    return started
  }

  /**
   * Kills a worker that hangs, because it would keep its connections, and accept new ones, without answering. A
   * replacement starts soon after.
   */
  #watch(worker: Worker): void {
    // A process paused in a debugger is not hung.
    if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return
    const { pingMs, limitMs } = this.#hang
    let nextPing: NodeJS.Timeout
    let late: NodeJS.Timeout
    const ping = () => {
      late = setTimeout(() => {
        const pid = worker.process.pid ?? null
        this.#log.write({ level: 'error', event: 'worker_hung', pid, seconds: limitMs / 1_000 })
        worker.process.kill('SIGKILL')
      }, limitMs).unref()
      void pingWorker(worker).then(() => {
        clearTimeout(late)
        nextPing = setTimeout(ping, pingMs).unref()
      })
    }
    ping()
    worker.once('exit', () => {
      clearTimeout(nextPing)
      clearTimeout(late)
    })
  }

  /** Starts workers until one serves with the current settings or none is needed any more. */
  async #add(): Promise<void> {
    this.#pendingReplacements++
    while (!this.isStopping && this.#missing() >= 0) {
      const settings = this.#settings
      const started = await this.#start(settings)
      const { worker } = started
      if (started.announcement === null) await this.#pauseAfter(worker, started.code, started.sentence)
      else if (settings === this.#settings) break
      // The settings were reloaded meanwhile. A worker that isn't listed has exited or is already retiring.
      else if (this.#serving.has(worker)) await this.#retire(worker)
    }
    this.#pendingReplacements--
  }

  async #replace(worker: Worker, reason: string | number | null): Promise<void> {
    this.#pendingReplacements++
    await this.#pauseAfter(worker, reason)
    this.#pendingReplacements--
    await this.#add()
  }

  /**
   * The delay doubles with each crash in a row, so that a worker that can't start doesn't keep the CPU busy.
   */
  async #pauseAfter(worker: Worker, reason: string | number | null, sentence: string | null = null) {
    if (this.isStopping) return
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(pauseMs * 2, maxRestartDelayMs)
    const pid = worker.process.pid ?? null
    // It was asked to stop, so this isn't a crash.
    const ended =
      reason === 0 ? { level: 'info', event: 'worker_ended' } : { level: 'error', event: 'worker_died' }
    const reportedError = sentence === null ? {} : { error: sentence }
    this.#log.write({ ...ended, pid, reason, pause_ms: pauseMs, ...reportedError })
    await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  /** Resolves when the worker has answered everything on its connections and has exited. */
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
