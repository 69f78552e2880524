import { visitPlatforms } from '../../contract/visits.ts'
import { countNames } from '../store/visits.ts'
import type { CountName, VisitBatch } from '../store/visits.ts'
import { NumberIndex, growArray } from './numberIndex.ts'
import { ReferrerCounts } from './referrerCounts.ts'

/** Links of one batch: some milliseconds of work for a database. */
const maxBatchLinks = 1_000

const width = countNames.length
const columnOf = Object.fromEntries(countNames.map((name, index) => [name, index])) as Record<
  CountName,
  number
>

/** Visits of one hour that are not written yet, in flat arrays: nothing is made for a visit, nor for a link or its hosts. */
export class Tally {
  #hour: number
  readonly #links = new NumberIndex()
  /** Of the link at each place. */
  #counts = new Int32Array(this.#links.room * width)
  readonly #referred = new ReferrerCounts()

  constructor(hour: number) {
    this.#hour = hour
  }

  get hour(): number {
    return this.#hour
  }

  /** How many links it tells of. */
  get size(): number {
    return this.#links.size
  }

  /** The place of a link, -1 when it has none. */
  find(link: number): number {
    return this.#links.find(link)
  }

  /** Makes a place for a link that has none. */
  take(link: number): number {
    const place = this.#links.take(link)
    if (place * width === this.#counts.length)
      this.#counts = growArray(this.#counts, this.#links.room * width)
    return place
  }

  /** Counts `by` more visits of the link at a place. */
  add(place: number, name: CountName, by = 1): void {
    const at = place * width + columnOf[name]
    this.#counts[at] = (this.#counts[at] ?? 0) + by
  }

  /** Counts that a visit of the link at a place came from this host. */
  refer(place: number, host: string): void {
    this.#referred.add(place, host, 1)
  }

  /** Takes in all of another one. */
  absorb(other: Tally): void {
    const places = Int32Array.from(other.#links.numbers, (link) => {
      const place = this.find(link)
      return place < 0 ? this.take(link) : place
    })
    places.forEach((place, from) => {
      countNames.forEach((name, column) => this.add(place, name, other.#counts[from * width + column]))
    })
    this.#referred.absorb(other.#referred, places)
  }

  /** Forgets all of it, and begins another hour in the same memory. */
  begin(hour: number): this {
    this.#hour = hour
    this.#counts.fill(0, 0, this.size * width)
    this.#links.empty()
    this.#referred.empty()
    return this
  }

  /** How many visits it tells of, people's and all others. */
  get visits(): number {
    return totalVisits(this.#counts)
  }

  /** All of it, in parts that a database takes at once. */
  *parts(): Generator<Pick<VisitBatch, 'hour' | 'links' | 'counts' | 'referrers'>, void> {
    const all = this.#links.numbers.slice().sort()
    const referrers = this.#referred.teller()
    for (let from = 0; from < all.length; from += maxBatchLinks) {
      const links = all.slice(from, from + maxBatchLinks)
      const places = Int32Array.from(links, (link) => this.find(link))
      const counts = new Int32Array(links.length * width)
      places.forEach((place, index) => {
        counts.set(this.#counts.subarray(place * width, (place + 1) * width), index * width)
      })
      yield { hour: this.hour, links, counts, referrers: referrers(links, places) }
    }
  }
}

const distinctCounts = [...visitPlatforms, 'bots', 'tests'] as const

/** How many visits counts tell of, of which some stand in several columns. */
export function totalVisits(counts: Int32Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += width) {
    for (const name of distinctCounts) sum += counts[at + columnOf[name]] ?? 0
  }
  return sum
}
