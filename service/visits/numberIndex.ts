const initialCapacity = 256

/**
 * Maps numbers to their insertion order: a `Map` in flat, reusable memory. It allocates no objects per number, so
 * there is nothing for V8 to collect.
 */
export class NumberIndex {
  #numbers = new Float64Array(initialCapacity)
  /** Hash table of positions plus one; 0 is free. At least half of the slots are free. */
  #slots = new Int32Array(initialCapacity * 2)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Capacity before it grows; parallel arrays have the same. */
  get capacity(): number {
    return this.#numbers.length
  }

  /** The numbers in insertion order. */
  get numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#size)
  }

  /** Returns a number's position, -1 if it has none. */
  find(number: number): number {
    return (this.#slots[this.#findSlot(number)] ?? 0) - 1
  }

  /** Adds a number that has no position yet and returns its position. */
  add(number: number): number {
    if (this.#size === this.capacity) this.#grow()
    const index = this.#size++
    this.#numbers[index] = number
    this.#slots[this.#findSlot(number)] = index + 1
    return index
  }

  /** Removes all numbers and keeps the memory. */
  clear(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  /** Returns the slot of a number, or the free one for it. */
  #findSlot(number: number): number {
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
    this.#numbers = growArray(this.#numbers, this.capacity * 2)
    this.#slots = new Int32Array(this.capacity * 2)
    this.numbers.forEach((number, index) => (this.#slots[this.#findSlot(number)] = index + 1))
  }
}

/** Returns a larger array with the same values. */
export function growArray<A extends Int32Array | Float64Array>(values: A, length: number): A {
  const newArray = new (values.constructor as new (length: number) => A)(length)
  newArray.set(values)
  return newArray
}

/** Hash of an integer up to 2^53, mixing both halves (the multipliers of MurmurHash3's finalizer). */
function hashNumber(number: number): number {
  const upper = Math.floor(number / 2 ** 32)
  const mixed = Math.imul(number ^ Math.imul(upper, 0x85ebca6b), 0xc2b2ae35)
  return mixed ^ (mixed >>> 15)
}
