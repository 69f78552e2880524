import { otherReferrers } from '../../contract/visits.ts'
import type { Referrals } from '../store/visits.ts'
import { NumberIndex, growArray } from './numberIndex.ts'

/** Hosts that are told apart for one link, and for all links together, until what was counted is written. */
const maxHostsPerLink = 50
const maxHosts = 50_000
/** More than there can be names of hosts. */
const hostRange = 2 ** 16

/** From which hosts visits of links came, by the places of the links, in flat memory that is used again. */
export class ReferrerCounts {
  /** A link and a host: the place of the link times `hostRange`, and the number of the host. */
  readonly #pairs = new NumberIndex()
  /** Of the pair at each place. */
  #visits = new Int32Array(this.#pairs.room)
  /** How many hosts the link at each place has. */
  #hostsOf = new Int32Array(this.#pairs.room)
  readonly #numbers = new Map<string, number>()
  #hosts: string[] = []
  #named = 0

  /** Counts `by` more visits of a link from this host; under *other* when it would be one host too many. */
  add(linkIndex: number, host: string, by: number): void {
    const number = this.#numbers.get(host)
    let pair = number === undefined ? -1 : this.#pairs.find(linkIndex * hostRange + number)
    if (pair < 0) {
      if (host !== otherReferrers && !this.#hasRoom(linkIndex)) {
        this.add(linkIndex, otherReferrers, by)
        return
      }
      pair = this.#take(linkIndex, number ?? this.#numberOf(host))
    }
    this.#visits[pair] = (this.#visits[pair] ?? 0) + by
  }

  /** Takes in all of another one, whose link at a place is here at `places[place]`. */
  absorb(other: ReferrerCounts, places: Int32Array): void {
    other.#pairs.numbers.forEach((pair, index) => {
      const linkIndex = places[Math.floor(pair / hostRange)] ?? 0
      this.add(linkIndex, other.#hostOf(pair), other.#visits[index] ?? 0)
    })
  }

  /** Forgets all of it and keeps the memory. */
  empty(): void {
    this.#visits.fill(0, 0, this.#pairs.size)
    this.#hostsOf.fill(0)
    this.#pairs.empty()
    this.#numbers.clear()
    this.#hosts = []
    this.#named = 0
  }

  /** Tells of some links at a time, whose places are given in the order of the links. */
  teller(): (links: Float64Array, places: Int32Array) => Referrals {
    const pairs = this.#pairs.numbers.slice().sort()
    return (links, places) => {
      const told = { links: [] as number[], hosts: [] as string[], visits: [] as number[] }
      places.forEach((linkIndex, index) => {
        const end = (linkIndex + 1) * hostRange
        for (let at = lowerBound(pairs, linkIndex * hostRange); (pairs[at] ?? end) < end; at++) {
          const pair = pairs[at] ?? 0
          told.links.push(links[index] ?? 0)
          told.hosts.push(this.#hostOf(pair))
          told.visits.push(this.#visits[this.#pairs.find(pair)] ?? 0)
        }
      })
      return told
    }
  }

  #hasRoom(linkIndex: number): boolean {
    return (this.#hostsOf[linkIndex] ?? 0) < maxHostsPerLink && this.#named < maxHosts
  }

  #take(linkIndex: number, host: number): number {
    const pair = this.#pairs.take(linkIndex * hostRange + host)
    if (pair === this.#visits.length) this.#visits = growArray(this.#visits, this.#pairs.room)
    while (linkIndex >= this.#hostsOf.length)
      this.#hostsOf = growArray(this.#hostsOf, this.#hostsOf.length * 2)
    if (this.#hosts[host] !== otherReferrers) {
      this.#hostsOf[linkIndex] = (this.#hostsOf[linkIndex] ?? 0) + 1
      this.#named++
    }
    return pair
  }

  #numberOf(host: string): number {
    const number = this.#hosts.push(host) - 1
    this.#numbers.set(host, number)
    return number
  }

  #hostOf(pair: number): string {
    return this.#hosts[pair % hostRange] ?? otherReferrers
  }
}

/** Where in ascending numbers the first one stands that is at least this one. */
function lowerBound(numbers: Float64Array, minimum: number): number {
  let [from, high] = [0, numbers.length]
  while (from < high) {
    const middle = (from + high) >>> 1
    if ((numbers[middle] ?? 0) < minimum) from = middle + 1
    else high = middle
  }
  return from
}
