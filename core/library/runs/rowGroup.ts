/**
 * Numbers of rows that make the same link, in their order. One that is taken out keeps its place, negative, since whole runs of rows are
 * taken out one after the other, and often put back.
 */
export class RowGroup {
  readonly #numbers: number[]
  #first = 0

  constructor(...numbers: number[]) {
    this.#numbers = numbers
  }

  /** The smallest one. */
  first(): number | null {
    const numbers = this.#numbers
    while (this.#first < numbers.length && (numbers[this.#first] ?? 0) < 0) this.#first++
    return numbers[this.#first] ?? null
  }

  /** The next one after a number that need not be in it. */
  after(number: number): number | null {
    for (let at = this.#place(number + 1); at < this.#numbers.length; at++) {
      const found = this.#numbers[at] ?? 0
      if (found > 0) return found
    }
    return null
  }

  add(number: number): void {
    const at = this.#place(number)
    if (Math.abs(this.#numbers[at] ?? 0) === number) this.#numbers[at] = number
    else this.#numbers.splice(at, 0, number)
    this.#first = Math.min(this.#first, at)
  }

  remove(number: number): void {
    const at = this.#place(number)
    if (this.#numbers[at] === number) this.#numbers[at] = -number
  }

  /** Where a number stands, or would. */
  #place(number: number): number {
    let [low, high] = [0, this.#numbers.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Math.abs(this.#numbers[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }
}
