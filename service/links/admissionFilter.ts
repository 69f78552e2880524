/** Number of texts remembered before all are forgotten: about the capacity of the cache behind the filter. */
const maxRemembered = 8_192
/** Enough bits that one text in sixty is mistaken for a known one; 32 KiB. */
const bitCount = maxRemembered * 32

/**
 * Admits a text when it is seen for the second time, so that one-time requests use no cache memory and create no long-lived garbage.
 * The doorkeeper of TinyLFU (arXiv:1512.00727, 3.4.2), a Bloom filter with one hash.
 */
export class AdmissionFilter {
  readonly #bits = new Uint32Array(bitCount / 32)
  #count = 0

  /** Returns whether this text was seen since the last reset, and remembers it. */
  admits(text: string): boolean {
    const bit = hashText(text) % bitCount
    const [word, mask] = [bit >>> 5, 1 << (bit & 31)]
    const bits = this.#bits[word] ?? 0
    if ((bits & mask) !== 0) return true
    this.#bits[word] = bits | mask
    if (++this.#count === maxRemembered) this.#reset()
    return false
  }

  #reset(): void {
    this.#bits.fill(0)
    this.#count = 0
  }
}

/**
 * FNV-1a over UTF-16 code units, 32 bits; the upper bits are folded into the lower ones, which hardly depend on the
 * last unit.
 */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
