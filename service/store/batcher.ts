import { StoreUnavailableError } from './storeErrors.ts'

/** Maximum number of unanswered items. More would mean that the disk has stalled, and memory would grow. */
const maxAccepted = 2_000
const maxGroupSize = 500
/**
 * Number of items that start a group even before all input of this turn was read. Otherwise all callers would be
 * answered, and call again, at the same time, and the database would be idle in between.
 */
export const immediateGroupSize = 20

interface QueuedItem<Item, Output> {
  item: Item
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

type Outcome<Output> = { output: Output } | { error: unknown }

/**
 * Groups waiting items into one database statement, and writes into one commit. `work` resolves to one output
 * per item, in order.
 */
export class Batcher<Item, Output> {
  readonly #work: (items: Item[]) => Promise<Output[]>
  readonly #concurrency: number
  readonly #minConcurrentSize: number
  #queue: QueuedItem<Item, Output>[] = []
  #accepted = 0
  #runningGroups = 0
  #isScheduled = false
  #onDrained: (() => void) | null = null

  /**
   * `concurrency` is the number of groups in progress at a time. `minConcurrentSize` is the minimum size of a group
   * while another is in progress.
   */
  constructor(concurrency: number, work: (items: Item[]) => Promise<Output[]>, minConcurrentSize = 1) {
    this.#concurrency = concurrency
    this.#work = work
    this.#minConcurrentSize = minConcurrentSize
  }

  /**
   * Returns the output for one item. Rejects with `StoreUnavailableError` if too many are waiting, and with
   * any error of `work`.
   */
  run(item: Item): Promise<Output> {
    if (this.#accepted >= maxAccepted) {
      return Promise.reject(
        new StoreUnavailableError('Too many requests are already waiting for the database.', {
          nothingStored: true,
        }),
      )
    }
    this.#accepted++
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject })
      if (this.#queue.length >= immediateGroupSize) this.#startGroup()
      else this.#schedule()
    })
  }

  /** Number of accepted items without an output. */
  get accepted(): number {
    return this.#accepted
  }

  /** Resolves when all accepted items have been answered. */
  async waitUntilDrained(): Promise<void> {
    if (this.#accepted > 0) await new Promise<void>((resolve) => (this.#onDrained = resolve))
  }

  /** Not started at the first item: otherwise the first of many simultaneous items would get its own commit. */
  #schedule(): void {
    if (this.#isScheduled || this.#runningGroups >= this.#concurrency) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startGroup()
    })
  }

  #startGroup(): void {
    const isLargeEnough = this.#queue.length >= (this.#runningGroups === 0 ? 1 : this.#minConcurrentSize)
    if (!isLargeEnough || this.#runningGroups >= this.#concurrency) return
    this.#runningGroups++
    void this.#runGroup(this.#queue.splice(0, maxGroupSize))
  }

  async #runGroup(group: QueuedItem<Item, Output>[]): Promise<void> {
    const outcomes = await this.#runItems(group.map(({ item }) => item))
    this.#runningGroups--
    this.#accepted -= group.length
    // Starts the next group before the answers of this one are delivered.
    this.#startGroup()
    group.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] ?? { error: new Error('The database returned no result.') }
      if ('output' in outcome) resolve(outcome.output)
      else reject(outcome.error)
    })
    if (this.#accepted === 0) this.#onDrained?.()
  }

  async #runItems(items: Item[]): Promise<Outcome<Output>[]> {
    try {
      return (await this.#work(items)).map((output) => ({ output }))
    } catch (error) {
      if (error instanceof StoreUnavailableError || items.length === 1) return items.map(() => ({ error }))
      // An item refused by the database fails the whole statement, so each item is then run alone.
      const outcomes: Outcome<Output>[] = []
      for (const item of items) outcomes.push(...(await this.#runItems([item])))
      return outcomes
    }
  }
}
