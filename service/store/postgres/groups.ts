import { StoreUnavailable } from '../unavailable.ts'

/** Items that may wait for the database at once. More than this is one that has stopped, and memory that would grow. */
const longestQueue = 2_000
/** Items of one statement. */
const largestGroup = 500
/** One group can be worked on while the next is on its way; more of them would only be smaller. */
const groupsUnderWay = 2

interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Hands items to the database so that all that wait share one statement, and a write one commit. `work` resolves to
 * one answer for each item, in their order.
 */
export class Groups<Item, Answer> {
  readonly #work: (items: Item[]) => Promise<Answer[]>
  #waiting: Waiting<Item, Answer>[] = []
  #scheduled = false
  #underWay = new Set<Promise<void>>()

  constructor(work: (items: Item[]) => Promise<Answer[]>) {
    this.#work = work
  }

  /** The answer for one item. Rejects with `StoreUnavailable` when too many wait, and with whatever `work` does. */
  run(item: Item): Promise<Answer> {
    if (this.#waiting.length >= longestQueue) {
      return Promise.reject(new StoreUnavailable('Too many requests are waiting for the database.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves when all that was accepted is answered. */
  async drained(): Promise<void> {
    while (this.#waiting.length > 0 || this.#underWay.size > 0) {
      this.#next()
      await Promise.race(this.#underWay)
    }
  }

  /** Waits for the end of this turn of the event loop, so that requests which arrived together go together. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay.size >= groupsUnderWay) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#next()
    })
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#underWay.size >= groupsUnderWay) return
    const done = this.#answer(this.#waiting.splice(0, largestGroup)).finally(() => {
      this.#underWay.delete(done)
      if (this.#waiting.length > 0) this.#schedule()
    })
    this.#underWay.add(done)
  }

  async #answer(group: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#work(group.map(({ item }) => item))
      group.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      if (error instanceof StoreUnavailable || group.length === 1)
        for (const { reject } of group) reject(error)
      else await this.#answerApart(group)
    }
  }

  /** An item that the database refuses takes the whole statement with it; alone it harms nobody else. */
  async #answerApart(group: Waiting<Item, Answer>[]): Promise<void> {
    for (const waiting of group) await this.#answer([waiting])
  }
}
