import { otherReferrers } from '../../contract/service/link/visits.ts'
import type { Referrals } from '../store/visits/visits.ts'
import { NumberIndex, growArray } from './numberIndex.ts'

/** Maximum number of hosts per link, and for all links together, until counts are written. */
const maxHostsPerLink = 50
const maxHosts = 50_000
/** More than the number of host names. */
const hostRange = 2 ** 16

/** Counts links' visits by referring host, using the links' positions, in flat reusable memory. */
export class ReferrerCounts {
  /** Pairs of link and host: the link's position times `hostRange`, plus the host's number. */
  readonly #pairs = new NumberIndex()
  /** Visits of the pair at each position. */
  #visits = new Int32Array(this.#pairs.capacity)
  /** Number of hosts of the link at each position. */
  #hostCounts = new Int32Array(this.#pairs.capacity)
  readonly #numbers = new Map<string, number>()
  #hosts: string[] = []
  #namedCount = 0

  /** Counts `count` more visits to a link from this host, or from *other* if the link has too many hosts. */
  add(linkIndex: number, host: string, count: number): void {
    const number = this.#numbers.get(host)
    let pair = number === undefined ? -1 : this.#pairs.find(linkIndex * hostRange + number)
    if (pair < 0) {
      if (host !== otherReferrers && !this.#hasRoom(linkIndex)) {
        this.add(linkIndex, otherReferrers, count)
        return
      }
      pair = this.#addPair(linkIndex, number ?? this.#addHost(host))
    }
    this.#visits[pair] = (this.#visits[pair] ?? 0) + count
  }

  /** Adds the counts of another instance, whose link at position `p` is at `indexes[p]` here. */
  absorb(other: ReferrerCounts, indexes: Int32Array): void {
    other.#pairs.numbers.forEach((pair, index) => {
      const linkIndex = indexes[Math.floor(pair / hostRange)] ?? 0
      this.add(linkIndex, other.#getHost(pair), other.#visits[index] ?? 0)
    })
  }

  /** Removes all counts and keeps the memory. */
  clear(): void {
    this.#visits.fill(0, 0, this.#pairs.size)
    this.#hostCounts.fill(0)
    this.#pairs.clear()
    this.#numbers.clear()
    this.#hosts = []
    this.#namedCount = 0
  }

  /** Returns a function that reads the counts of the links up to a position, each time from where it ended. */
  createReader(links: Float64Array): (end: number) => Referrals {
    const pairs = this.#pairs.numbers.slice().sort()
    let next = 0
    return (end) => {
      const result: Referrals = { links: [], hosts: [], visits: [] }
      for (; (pairs[next] ?? Infinity) < end * hostRange; next++) {
        const pair = pairs[next] ?? 0
        result.links.push(links[Math.floor(pair / hostRange)] ?? 0)
        result.hosts.push(this.#getHost(pair))
        result.visits.push(this.#visits[this.#pairs.find(pair)] ?? 0)
      }
      return result
    }
  }

  #hasRoom(linkIndex: number): boolean {
    return (this.#hostCounts[linkIndex] ?? 0) < maxHostsPerLink && this.#namedCount < maxHosts
  }

  #addPair(linkIndex: number, host: number): number {
    const pair = this.#pairs.add(linkIndex * hostRange + host)
    if (pair === this.#visits.length) this.#visits = growArray(this.#visits, this.#pairs.capacity)
    while (linkIndex >= this.#hostCounts.length)
      this.#hostCounts = growArray(this.#hostCounts, this.#hostCounts.length * 2)
    if (this.#hosts[host] !== otherReferrers) {
      this.#hostCounts[linkIndex] = (this.#hostCounts[linkIndex] ?? 0) + 1
      this.#namedCount++
    }
    return pair
  }

  #addHost(host: string): number {
    const number = this.#hosts.push(host) - 1
    this.#numbers.set(host, number)
    return number
  }

  #getHost(pair: number): string {
    return this.#hosts[pair % hostRange] ?? otherReferrers
  }
}
