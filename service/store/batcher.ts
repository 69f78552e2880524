import { StoreUnavailableError } from './storeErrors.ts'

/** Items that may be accepted and not answered at once. More than this is a disk that has stopped, and memory that grows. */
const maxAccepted = 2_000
/** Items of one group. */
const maxGroupSize = 500
/**
 * Items that are worth a group before all that has arrived is read. If every group waited for the end of the turn,
 * those who wait for their answers would all get them at once and come back at once, and while the database is at work
 * there would be nothing to read.
 */
export const immediateGroupSize = 20

interface QueuedItem<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Outcome<Answer> = { answer: Answer } | { error: unknown }

/**
 * Hands items to the database so that all that wait share one statement, and a write one commit. `work` resolves to
 * one answer for each item, in their order.
 */
export class Batcher<Item, Answer> {
  readonly #work: (items: Item[]) => Promise<Answer[]>
  readonly #atOnce: number
  readonly #enoughBeside: number
  #waiting: QueuedItem<Item, Answer>[] = []
  #accepted = 0
  #underWay = 0
  #scheduled = false
  #drained: (() => void) | null = null

  /**
   * `atOnce` is how many groups the database works on at a time, and `enoughBeside` how many items are worth one while
   * another is being worked on.
   */
  constructor(atOnce: number, work: (items: Item[]) => Promise<Answer[]>, enoughBeside = 1) {
    this.#atOnce = atOnce
    this.#work = work
    this.#enoughBeside = enoughBeside
  }

  /** The answer for one item. Rejects with `StoreUnavailableError` when too many wait, and with whatever `work` does. */
  run(item: Item): Promise<Answer> {
    if (this.#accepted >= maxAccepted) {
      return Promise.reject(
        new StoreUnavailableError('Too many requests are waiting for the database.', { nothingStored: true }),
      )
    }
    this.#accepted++
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#waiting.length >= immediateGroupSize) this.#next()
      else this.#schedule()
    })
  }

  /** Items that are accepted and not answered. */
  get accepted(): number {
    return this.#accepted
  }

  /** Resolves when all that was accepted is answered. */
  async drained(): Promise<void> {
    if (this.#accepted > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
  }

  /** Not at the first item: the first of many that arrive together shall not have a commit to itself. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay >= this.#atOnce) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#next()
    })
  }

  #next(): void {
    const worthIt = this.#waiting.length >= (this.#underWay === 0 ? 1 : this.#enoughBeside)
    if (!worthIt || this.#underWay >= this.#atOnce) return
    this.#underWay++
    void this.#answer(this.#waiting.splice(0, maxGroupSize))
  }

  async #answer(group: QueuedItem<Item, Answer>[]): Promise<void> {
    const outcomes = await this.#outcomes(group.map(({ item }) => item))
    this.#underWay--
    this.#accepted -= group.length
    // The next group is on its way before the answers to this one are.
    this.#next()
    group.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] ?? { error: new Error('The database gave no answer.') }
      if ('answer' in outcome) resolve(outcome.answer)
      else reject(outcome.error)
    })
    if (this.#accepted === 0) this.#drained?.()
  }

  async #outcomes(items: Item[]): Promise<Outcome<Answer>[]> {
    try {
      return (await this.#work(items)).map((answer) => ({ answer }))
    } catch (error) {
      if (error instanceof StoreUnavailableError || items.length === 1) return items.map(() => ({ error }))
      // An item that the database refuses takes the whole statement with it; alone it harms nobody else.
      const apart: Outcome<Answer>[] = []
      for (const item of items) apart.push(...(await this.#outcomes([item])))
      return apart
    }
  }
}
