import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../http/log.ts'
import type { Settings } from '../settings/settings.ts'
import { pingWorker, sendCommand, startWorker, type WorkerStart } from './workerMessages.ts'

/** Maximum time for a worker to finish its requests: slightly longer than the worker's own limit. */
const shutdownGraceMs = 15_000
/** Maximum time for a worker to also serve requests on open connections: longer than the service keeps idle connections open. */
const retirementTimeoutMs = 90_000
/** Interval between liveness checks of a worker, and the time without an answer after which it is killed. */
const defaultHangLimits = { pingIntervalMs: 5_000, timeoutMs: 60_000 }
/** A worker may have this many times the average of connections. */
const maxConnectionShare = 1.1
const minRestartDelayMs = 100
const maxRestartDelayMs = 10_000
/** After this uptime a worker is healthy, and its next crash resets the restart delay. */
const stableAfterMs = 60_000

/** Runs the workers and replaces each one that exits, until all are stopped. */
export class Supervisor {
  readonly #log: Log
  readonly #hangLimits: typeof defaultHangLimits
  readonly #stopped = Promise.withResolvers<null>()
  readonly #stopController = new AbortController()
  /** Serving workers and the settings of each. */
  readonly #servingWorkers = new Map<Worker, Settings>()
  readonly #connections = new WeakMap<Worker, number>()
  #settings: Settings
  #aliveCount = 0
  /** Replacements for crashed workers that aren't serving yet. */
  #pendingReplacements = 0
  #pauseMs = minRestartDelayMs

  constructor(settings: Settings, log: Log, hangLimits = defaultHangLimits) {
    this.#settings = settings
    this.#log = log
    this.#hangLimits = hangLimits
  }

  /** The settings for new workers. */
  get settings(): Settings {
    return this.#settings
  }

  get isStopping(): boolean {
    return this.#stopController.signal.aborted
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
    const firstStart = await this.#start(settings)
    if (firstStart.announcement === null) return firstStart
    this.#settings = settings
    onServing(firstStart.announcement)
    while (!this.isStopping) {
      const outdatedWorker = [...this.#servingWorkers.keys()].find(
        (worker) => this.#servingWorkers.get(worker) !== settings,
      )
      if (!outdatedWorker && this.#countMissing() <= 0) break
      if (outdatedWorker) await this.#retire(outdatedWorker)
      if (this.#countMissing() > 0) await this.#addWorker()
    }
    return firstStart
  }

  stop(): void {
    this.#stopController.abort()
    const workers = Object.values(cluster.workers ?? {})
    // The terminal's interrupt key has already reached the workers; a second signal has no effect.
    for (const worker of workers) worker?.process.kill('SIGTERM')
    setTimeout(() => workers.forEach((worker) => worker?.process.kill('SIGKILL')), shutdownGraceMs).unref()
    if (this.#aliveCount === 0) this.#stopped.resolve(null)
  }

  /** How many workers are missing, counting those with the current settings that serve or are starting. */
  #countMissing(): number {
    const currentWorkers = [...this.#servingWorkers.values()].filter(
      (settings) => settings === this.#settings,
    )
    return this.#settings.workers - currentWorkers.length - this.#pendingReplacements
  }

  async #start(settings: Settings): Promise<WorkerStart> {
    const worker = cluster.fork()
    this.#aliveCount++
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#aliveCount--
      if (this.isStopping && this.#aliveCount === 0) this.#stopped.resolve(null)
      // Whoever started or retired the worker handles its exit.
      if (this.#servingWorkers.delete(worker) && !this.isStopping) void this.#replace(worker, signal ?? code)
    })
    const start = await startWorker(worker, settings)
    if (start.announcement === null) return start
    this.#servingWorkers.set(worker, settings)
    this.#log.write({ level: 'info', event: 'worker_started', pid: worker.process.pid ?? null })
    const stableTimer = setTimeout(() => (this.#pauseMs = minRestartDelayMs), stableAfterMs).unref()
    worker.once('exit', () => clearTimeout(stableTimer))
    this.#watch(worker)
    return start
  }

  /**
   * Kills a worker that hangs, because it would keep its connections, and accept new ones, without answering. A
   * replacement starts soon after.
   */
  #watch(worker: Worker): void {
    // A process paused in a debugger is not hung.
    if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return
    const { pingIntervalMs, timeoutMs } = this.#hangLimits
    let nextPing: NodeJS.Timeout
    let killTimer: NodeJS.Timeout
    const ping = () => {
      killTimer = setTimeout(() => {
        const pid = worker.process.pid ?? null
        this.#log.write({ level: 'error', event: 'worker_hung', pid, seconds: timeoutMs / 1_000 })
        worker.process.kill('SIGKILL')
      }, timeoutMs).unref()
      void pingWorker(worker).then((connections) => {
        clearTimeout(killTimer)
        this.#balance(worker, connections)
        nextPing = setTimeout(ping, pingIntervalMs).unref()
      })
    }
    ping()
    worker.once('exit', () => {
      clearTimeout(nextPing)
      clearTimeout(killTimer)
    })
  }

  /**
   * Releases connections of a worker that has more than its share: the first one that wakes accepts all that are waiting, and
   * clients such as proxies keep them open.
   */
  #balance(worker: Worker, connections: number): void {
    this.#connections.set(worker, connections)
    const counts = [...this.#servingWorkers.keys()].map((other) => this.#connections.get(other) ?? 0)
    const average = counts.reduce((sum, count) => sum + count, 0) / counts.length
    const excess = Math.floor(connections - maxConnectionShare * average)
    if (excess > 0 && this.#servingWorkers.has(worker))
      sendCommand(worker, { type: 'release', count: excess })
  }

  /** Starts workers until one serves with the current settings or none is needed any more. */
  async #addWorker(): Promise<void> {
    this.#pendingReplacements++
    while (!this.isStopping && this.#countMissing() >= 0) {
      const settings = this.#settings
      const start = await this.#start(settings)
      const { worker } = start
      if (start.announcement === null) await this.#pauseAfter(worker, start.code, start.sentence)
      else if (settings === this.#settings) break
      // The settings were reloaded meanwhile. A worker that isn't listed has exited or is already retiring.
      else if (this.#servingWorkers.has(worker)) await this.#retire(worker)
    }
    this.#pendingReplacements--
  }

  async #replace(worker: Worker, reason: string | number | null): Promise<void> {
    this.#pendingReplacements++
    await this.#pauseAfter(worker, reason)
    this.#pendingReplacements--
    await this.#addWorker()
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
    const exitEvent =
      reason === 0 ? { level: 'info', event: 'worker_ended' } : { level: 'error', event: 'worker_died' }
    const reportedError = sentence === null ? {} : { error: sentence }
    this.#log.write({ ...exitEvent, pid, reason, pause_ms: pauseMs, ...reportedError })
    await pause(pauseMs, undefined, { signal: this.#stopController.signal }).catch(() => undefined)
  }

  /** Resolves when the worker has answered everything on its connections and has exited. */
  async #retire(worker: Worker): Promise<void> {
    this.#servingWorkers.delete(worker)
    const exit = once(worker, 'exit')
    sendCommand(worker, { type: 'retire' })
    const stopTimer = setTimeout(() => worker.process.kill('SIGTERM'), retirementTimeoutMs).unref()
    const killTimer = setTimeout(
      () => worker.process.kill('SIGKILL'),
      retirementTimeoutMs + shutdownGraceMs,
    ).unref()
    await exit
    clearTimeout(stopTimer)
    clearTimeout(killTimer)
    this.#log.write({ level: 'info', event: 'worker_retired', pid: worker.process.pid ?? null })
  }
}
