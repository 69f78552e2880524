import { byName } from '../../contract/service/link/fields.ts'
import { visitPlatforms } from '../../contract/service/link/visits.ts'
import { countNames, type CountName, type VisitBatch } from '../store/visits/visits.ts'
import { NumberIndex, growArray } from './numberIndex.ts'
import { ReferrerCounts } from './referrerCounts.ts'

/** Maximum links in a batch: a few milliseconds of work for a database. */
const maxBatchLinks = 1_000

const width = countNames.length
const columnIndex: Record<CountName, number> = byName(countNames, (name) => countNames.indexOf(name))

/** Unwritten visits of one hour in flat arrays: no object is allocated for a visit, link or host. */
export class Tally {
  #hour: number
  readonly #links = new NumberIndex()
  /** Counts of the link at each position. */
  #counts = new Int32Array(this.#links.capacity * width)
  readonly #referrerCounts = new ReferrerCounts()

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
  addLink(link: number): number {
    const index = this.#links.add(link)
    if (index * width === this.#counts.length)
      this.#counts = growArray(this.#counts, this.#links.capacity * width)
    return index
  }

  /** Counts `count` more visits to the link at a position. */
  add(index: number, name: CountName, count = 1): void {
    const offset = index * width + columnIndex[name]
    this.#counts[offset] = (this.#counts[offset] ?? 0) + count
  }

  /** Counts a visit to the link at a position from this host. */
  addReferrer(index: number, host: string): void {
    this.#referrerCounts.add(index, host, 1)
  }

  /** Adds another tally's counts. */
  absorb(other: Tally): void {
    const indexes = Int32Array.from(other.#links.numbers, (link) => {
      const index = this.find(link)
      return index < 0 ? this.addLink(link) : index
    })
    indexes.forEach((index, otherIndex) => {
      countNames.forEach((name, column) => this.add(index, name, other.#counts[otherIndex * width + column]))
    })
    this.#referrerCounts.absorb(other.#referrerCounts, indexes)
  }

  /** Removes all counts and starts another hour in the same memory. */
  reset(hour: number): this {
    this.#hour = hour
    this.#counts.fill(0, 0, this.size * width)
    this.#links.clear()
    this.#referrerCounts.clear()
    return this
  }

  /** Number of all visits, by people and others. */
  get visits(): number {
    return totalVisits(this.#counts)
  }

  /** Returns all counts, in parts that the database takes at once. */
  *parts(): Generator<Pick<VisitBatch, 'hour' | 'links' | 'counts' | 'referrers'>, void> {
    const readReferrers = this.#referrerCounts.createReader(this.#links.numbers)
    for (let start = 0; start < this.size; start += maxBatchLinks) {
      const links = this.#links.numbers.slice(start, start + maxBatchLinks).sort()
      const counts = new Int32Array(links.length * width)
      links.forEach((link, row) => {
        const offset = this.find(link) * width
        counts.set(this.#counts.subarray(offset, offset + width), row * width)
      })
      yield { hour: this.hour, links, counts, referrers: readReferrers(start + links.length) }
    }
  }
}

const distinctCounts = [...visitPlatforms, 'bots', 'tests'] as const

/** Returns the number of visits; some are counted in several columns. */
export function totalVisits(counts: Int32Array): number {
  let sum = 0
  for (let offset = 0; offset < counts.length; offset += width) {
    for (const name of distinctCounts) sum += counts[offset + columnIndex[name]] ?? 0
  }
  return sum
}
