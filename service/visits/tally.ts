import { visitPlatforms } from '../../contract/visits.ts'
import { countNames } from '../store/visits.ts'
import type { CountName, VisitBatch } from '../store/visits.ts'
import { NumberIndex, growArray } from './numberIndex.ts'
import { ReferrerCounts } from './referrerCounts.ts'

/** Maximum links in a batch: a few milliseconds of work for a database. */
const maxBatchLinks = 1_000

const width = countNames.length
const columnIndex = Object.fromEntries(countNames.map((name, index) => [name, index])) as Record<
  CountName,
  number
>

/** Unwritten visits of one hour in flat arrays: no object is allocated for a visit, link or host. */
export class Tally {
  #hour: number
  readonly #links = new NumberIndex()
  /** Counts of the link at each position. */
  #counts = new Int32Array(this.#links.room * width)
  readonly #referred = new ReferrerCounts()

  constructor(hour: number) {
    this.#hour = hour
  }

  get hour(): number {
    return this.#hour
  }

  /** Number of links. */
  get size(): number {
    return this.#links.size
  }

  /** Returns a link's position, -1 if it has none. */
  find(link: number): number {
    return this.#links.find(link)
  }

  /** Adds a link that has no position yet. */
  take(link: number): number {
    const index = this.#links.take(link)
    if (index * width === this.#counts.length)
      this.#counts = growArray(this.#counts, this.#links.room * width)
    return index
  }

  /** Counts `by` more visits to the link at a position. */
  add(index: number, name: CountName, by = 1): void {
    const at = index * width + columnIndex[name]
    this.#counts[at] = (this.#counts[at] ?? 0) + by
  }

  /** Counts a visit to the link at a position from this host. */
  refer(index: number, host: string): void {
    this.#referred.add(index, host, 1)
  }

  /** Adds another tally's counts. */
  absorb(other: Tally): void {
    const indexes = Int32Array.from(other.#links.numbers, (link) => {
      const index = this.find(link)
      return index < 0 ? this.take(link) : index
    })
    indexes.forEach((index, from) => {
      countNames.forEach((name, column) => this.add(index, name, other.#counts[from * width + column]))
    })
    this.#referred.absorb(other.#referred, indexes)
  }

  /** Removes all counts and starts another hour in the same memory. */
  begin(hour: number): this {
    this.#hour = hour
    this.#counts.fill(0, 0, this.size * width)
    this.#links.empty()
    this.#referred.empty()
    return this
  }

  /** Number of all visits, by people and others. */
  get visits(): number {
    return totalVisits(this.#counts)
  }

  /** Returns all counts, in parts that the database takes at once. */
  *parts(): Generator<Pick<VisitBatch, 'hour' | 'links' | 'counts' | 'referrers'>, void> {
    const all = this.#links.numbers.slice().sort()
    const readReferrers = this.#referred.createReader()
    for (let from = 0; from < all.length; from += maxBatchLinks) {
      const links = all.slice(from, from + maxBatchLinks)
      const indexes = Int32Array.from(links, (link) => this.find(link))
      const counts = new Int32Array(links.length * width)
      indexes.forEach((index, to) => {
        counts.set(this.#counts.subarray(index * width, (index + 1) * width), to * width)
      })
      yield { hour: this.hour, links, counts, referrers: readReferrers(links, indexes) }
    }
  }
}

const distinctCounts = [...visitPlatforms, 'bots', 'tests'] as const

/** Returns the number of visits; some are counted in several columns. */
export function totalVisits(counts: Int32Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += width) {
    for (const name of distinctCounts) sum += counts[at + columnIndex[name]] ?? 0
  }
  return sum
}
