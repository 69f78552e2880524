import { setTimeout as pause } from 'node:timers/promises'
import { StoreDamagedError, StoreReplacedError, StoreUnavailableError } from '../store/storeErrors.ts'
import { limitTime } from '../store/timeLimit.ts'

/** Maximum time that a visitor waits for the database, in milliseconds: as long as PostgreSQL takes to restart. */
const maxWaitMs = 2_000
/** The same if an earlier answer can be used. Also how long it is used at once after a failure. */
const maxRefreshMs = 250
const assumedOutageMs = 1_000
/** Pauses before a read is repeated, somewhat less than the maximum wait together. */
const pausesMs = [25, 50, 100, 200, 250, 250, 250, 250, 250, 250]
/** Maximum number of reads that are repeated at a time; others fail at once. */
const maxRepeatedReads = 1_000

/** Bridges a short outage of the database, so that visitors don't notice: repeats reads and uses earlier answers (decision 30). */
export class OutageBridge {
  readonly #onFailure: (error: unknown) => void
  #outageUntil = -Infinity
  #repeatedReads = 0

  /** `onFailure` is called for each failed attempt, also if a later one succeeds. */
  constructor(onFailure: (error: unknown) => void = () => undefined) {
    this.#onFailure = onFailure
  }

  /** Repeats a read until it succeeds. Rejects with `StoreUnavailableError` after `maxWaitMs`. */
  async read<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + maxWaitMs
    try {
      return await this.#tryOnce(attempt, deadline)
    } catch (error) {
      if (!isOutage(error) || this.#repeatedReads >= maxRepeatedReads) throw error
      this.#repeatedReads++
      return await this.#repeat(attempt, deadline, error).finally(() => this.#repeatedReads--)
    }
  }

  /**
   * Returns a new answer, or the known one if the new one takes too long or there is an outage. The caller handles a
   * rejection of `answer`, once for all that wait for it.
   */
  refresh<T>(answer: Promise<T>, known: T): T | Promise<T> {
    if (performance.now() < this.#outageUntil) return known
    return limitTime(answer, maxRefreshMs).catch((error: unknown) => {
      if (!isOutage(error)) throw error
      this.#assumeOutage()
      return known
    })
  }

  async #repeat<T>(attempt: () => Promise<T>, deadline: number, firstError: unknown): Promise<T> {
    let lastError = firstError
    for (const pauseMs of pausesMs) {
      if (performance.now() + pauseMs >= deadline) break
      await pause(pauseMs)
      try {
        return await this.#tryOnce(attempt, deadline)
      } catch (error) {
        if (!isOutage(error)) throw error
        lastError = error
      }
    }
    throw lastError
  }

  async #tryOnce<T>(attempt: () => Promise<T>, deadline: number): Promise<T> {
    try {
      const answer = await limitTime(attempt(), deadline - performance.now())
      this.#outageUntil = -Infinity
      return answer
    } catch (error) {
      if (isOutage(error)) {
        this.#assumeOutage()
        this.#onFailure(error)
      }
      throw error
    }
  }

  #assumeOutage(): void {
    this.#outageUntil = performance.now() + assumedOutageMs
  }
}

/** Whether the database may be back soon. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof StoreUnavailableError &&
    !(error instanceof StoreReplacedError || error instanceof StoreDamagedError)
  )
}
