import { setTimeout as pause } from 'node:timers/promises'
import { StoreDamagedError, StoreReplacedError, StoreUnavailableError } from '../store/storeErrors.ts'
import { bugEntry, type Log } from './log.ts'

/** Milliseconds without a failure before the database is checked for recovery. */
const recoveryCheckMs = 1_000

/** Times are from the monotonic clock, which cannot be set. */
interface Outage {
  startedAt: number
  lastFailure: number
  reportedReasons: Set<string>
}

/**
 * Logs the service's own errors. An unavailable database is logged once per reason, and once when it is back. Damage is
 * logged for every affected request, because nothing else identifies the link.
 */
export class ErrorLog {
  readonly #log: Log
  readonly #check: () => Promise<unknown>
  readonly #stopController = new AbortController()
  #outage: Outage | null = null

  /** `check` resolves if the database answers. */
  constructor(log: Log, check: () => Promise<unknown>) {
    this.#log = log
    this.#check = check
  }

  /** `requestId` identifies the failed request; `null` if the error has no request. */
  write(requestId: string | null, error: unknown): void {
    if (error instanceof StoreDamagedError) {
      this.#log.write({ level: 'error', event: 'database_damaged', request: requestId, error: error.message })
    } else if (error instanceof StoreUnavailableError) this.#reportUnavailable(error)
    else this.#log.write(bugEntry(requestId, error))
  }

  /** Stops watching for the database's recovery. */
  end(): void {
    this.#stopController.abort()
  }

  #reportUnavailable(error: StoreUnavailableError): void {
    const reason = error.message
    const event = error instanceof StoreReplacedError ? 'database_replaced' : 'database_unavailable'
    const now = performance.now()
    if (!this.#outage)
      void this.#watch((this.#outage = { startedAt: now, lastFailure: now, reportedReasons: new Set() }))
    const { reportedReasons } = this.#outage
    this.#outage.lastFailure = now
    if (reportedReasons.has(reason)) return
    reportedReasons.add(reason)
    this.#log.write({ level: 'error', event, error: reason })
  }

  async #watch(outage: Outage): Promise<void> {
    const { signal } = this.#stopController
    try {
      do {
        await pause(recoveryCheckMs, undefined, { ref: false, signal })
      } while (performance.now() - outage.lastFailure < recoveryCheckMs || !(await this.#isAvailable()))
    } catch {
      return
    }
    this.#outage = null
    const seconds = Math.round((performance.now() - outage.startedAt) / 1_000)
    this.#log.write({ level: 'info', event: 'database_available', after_seconds: seconds })
  }

  async #isAvailable(): Promise<boolean> {
    return await this.#check().then(
      () => true,
      () => false,
    )
  }
}
