const initialCapacity = 256

/**
 * Numbers, each with a place in the order in which they came: what a `Map` from number to place would be, in flat memory that
 * is used again. Nothing is made for a number, so that nothing is left for V8 to collect.
 */
export class NumberIndex {
  #numbers = new Float64Array(initialCapacity)
  /** Where numbers stand, each plus one, by their hash; 0 where none does. At least half of them are free. */
  #slots = new Int32Array(initialCapacity * 2)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many places there are before it grows; arrays that are kept in step with it have as many. */
  get room(): number {
    return this.#numbers.length
  }

  /** The numbers in the order of their places. */
  get numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#size)
  }

  /** The place of a number, -1 for one that has none. */
  find(number: number): number {
    return (this.#slots[this.#slotOf(number)] ?? 0) - 1
  }

  /** Gives a place to a number that has none. */
  take(number: number): number {
    if (this.#size === this.room) this.#grow()
    const index = this.#size++
    this.#numbers[index] = number
    this.#slots[this.#slotOf(number)] = index + 1
    return index
  }

  /** Forgets all numbers and keeps the memory. */
  empty(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  /** The slot that a number has, or the free one that it would take. */
  #slotOf(number: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hashNumber(number) & mask
    for (;;) {
      const index = slots[slot] ?? 0
      if (index === 0 || this.#numbers[index - 1] === number) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    this.#numbers = growArray(this.#numbers, this.room * 2)
    this.#slots = new Int32Array(this.room * 2)
    this.numbers.forEach((number, index) => (this.#slots[this.#slotOf(number)] = index + 1))
  }
}

/** The same values in an array with room for more. */
export function growArray<A extends Int32Array | Float64Array>(values: A, length: number): A {
  const larger = new (values.constructor as new (length: number) => A)(length)
  larger.set(values)
  return larger
}

/** Of a whole number up to 2^53, both halves mixed (the multipliers of MurmurHash3's finalizer). */
function hashNumber(number: number): number {
  const upper = Math.floor(number / 2 ** 32)
  const mixed = Math.imul(number ^ Math.imul(upper, 0x85ebca6b), 0xc2b2ae35)
  return mixed ^ (mixed >>> 15)
}
