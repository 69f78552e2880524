/**
 * Sorted numbers of rows that create the same link. A removed number is kept as a negative one, because long sequences
 * of rows are often removed and added again.
 */
export class RowGroup {
  readonly #numbers: number[]
  #first = 0

  constructor(...numbers: number[]) {
    this.#numbers = numbers
  }

  /** Returns the smallest number. */
  first(): number | null {
    const numbers = this.#numbers
    while (this.#first < numbers.length && (numbers[this.#first] ?? 0) < 0) this.#first++
    return numbers[this.#first] ?? null
  }

  /** Returns the next number after `number`. `number` itself needn't be in the group. */
  after(number: number): number | null {
    for (let index = this.#indexFor(number + 1); index < this.#numbers.length; index++) {
      const next = this.#numbers[index] ?? 0
      if (next > 0) return next
    }
    return null
  }

  add(number: number): void {
    const index = this.#indexFor(number)
    if (Math.abs(this.#numbers[index] ?? 0) === number) this.#numbers[index] = number
    else this.#numbers.splice(index, 0, number)
    this.#first = Math.min(this.#first, index)
  }

  remove(number: number): void {
    const index = this.#indexFor(number)
    if (this.#numbers[index] === number) this.#numbers[index] = -number
  }

  /** Returns the index of a number, or the index at which it would be inserted. */
  #indexFor(number: number): number {
    let [low, high] = [0, this.#numbers.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Math.abs(this.#numbers[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }
}
