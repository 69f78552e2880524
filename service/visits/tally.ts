import { otherReferrers, visitPlatforms } from '../../contract/visits.ts'
import { countNames } from '../store/visits.ts'
import type { CountName, Referrals, VisitBatch } from '../store/visits.ts'

/** Hosts that are told apart for one link, and for all links together, until what was counted is written. */
const hostsOfLink = 50
const hostsOfAll = 50_000
/** Links of one batch: some ten milliseconds of work for a database. */
const linksOfBatch = 1_000
const firstLinks = 64

const width = countNames.length
const columnOf = Object.fromEntries(countNames.map((name, index) => [name, index])) as Record<
  CountName,
  number
>

/** Visits of one hour that are not written yet. A visit is two additions in a flat array: nothing is made for it. */
export class Tally {
  readonly hour: number
  /** Where the counts of a link begin. */
  readonly #places = new Map<number, number>()
  #counts = new Int32Array(firstLinks * width)
  readonly #hosts = new Map<number, Map<string, number>>()
  #hostCount = 0

  constructor(hour: number) {
    this.hour = hour
  }

  /** How many links it tells of. */
  get size(): number {
    return this.#places.size
  }

  has(link: number): boolean {
    return this.#places.has(link)
  }

  /** Makes a place for a link that has none. */
  take(link: number): void {
    const place = this.#places.size * width
    if (place === this.#counts.length) this.#grow()
    this.#places.set(link, place)
  }

  /** Counts `by` more visits of a link that has a place. */
  add(link: number, name: CountName, by = 1): void {
    const at = (this.#places.get(link) ?? 0) + columnOf[name]
    this.#counts[at] = (this.#counts[at] ?? 0) + by
  }

  /** Counts that a visit of the link came from this host. */
  refer(link: number, host: string, by = 1): void {
    let hosts = this.#hosts.get(link)
    if (!hosts) this.#hosts.set(link, (hosts = new Map<string, number>()))
    const known = hosts.get(host)
    const isNew = known === undefined && host !== otherReferrers
    if (isNew && (hosts.size >= hostsOfLink || this.#hostCount >= hostsOfAll)) {
      hosts.set(otherReferrers, (hosts.get(otherReferrers) ?? 0) + by)
      return
    }
    if (isNew) this.#hostCount++
    hosts.set(host, (known ?? 0) + by)
  }

  /** Takes in all of another one. */
  absorb(other: Tally): void {
    for (const [link, place] of other.#places) {
      if (!this.has(link)) this.take(link)
      countNames.forEach((name, column) => this.add(link, name, other.#counts[place + column]))
    }
    for (const [link, hosts] of other.#hosts) for (const [host, by] of hosts) this.refer(link, host, by)
  }

  /** How many visits it tells of, people's and all others. */
  get visits(): number {
    return sumOf(this.#counts)
  }

  /** All of it, in parts that a database takes at once. */
  *parts(): Generator<Pick<VisitBatch, 'hour' | 'links' | 'counts' | 'referrers'>, void> {
    const links = Float64Array.from(this.#places.keys()).sort()
    for (let from = 0; from < links.length; from += linksOfBatch) {
      const some = links.slice(from, from + linksOfBatch)
      const counts = new Int32Array(some.length * width)
      some.forEach((link, index) => {
        const place = this.#places.get(link) ?? 0
        counts.set(this.#counts.subarray(place, place + width), index * width)
      })
      yield {
        hour: this.hour,
        links: some,
        counts,
        referrers: [...some].flatMap((link) => this.#referrals(link)),
      }
    }
  }

  #referrals(link: number): Referrals[] {
    const hosts = [...(this.#hosts.get(link) ?? [])].map(([host, visits]) => ({ link, host, visits }))
    return hosts.sort((a, b) => (a.host < b.host ? -1 : 1))
  }

  #grow(): void {
    const larger = new Int32Array(this.#counts.length * 2)
    larger.set(this.#counts)
    this.#counts = larger
  }
}

const countedOnce = [...visitPlatforms, 'bots', 'tests'] as const

/** How many visits counts tell of, of which some stand in several columns. */
export function sumOf(counts: Int32Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += width) {
    for (const name of countedOnce) sum += counts[at + columnOf[name]] ?? 0
  }
  return sum
}
