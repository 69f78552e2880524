import { LRUCache } from 'lru-cache'

/** A rate limit: average requests a second and burst size. */
export interface Rate {
  /** 0 for no limit. */
  perSecond: number
  burst: number
}

/** Minimum burst, however low the rate is: a program starts with a few requests at the same time. */
const minBurst = 10

/**
 * Converts a rate per minute. The burst is two seconds' worth of requests, as for every project, but at least ten.
 */
export function ratePerMinute(count: number): Rate {
  const perSecond = count / 60
  return { perSecond, burst: Math.max(2 * perSecond, Math.min(count, minBurst)) }
}

interface Bucket {
  tokens: number
  /** When the tokens were counted, in milliseconds of a monotonic clock. */
  countedAt: number
}

/** Maximum number of buckets kept: those that were used last. */
const maxBuckets = 10_000

/** A token bucket for each project or other name. Each process counts separately. */
export class RateLimit {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxBuckets })

  /** `now` returns milliseconds; tests can pass their own clock. */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate
    this.#now = now
  }

  /** Number of buckets in memory. */
  get size(): number {
    return this.#buckets.size
  }

  /**
   * Takes one token. Returns 0 if there was one, otherwise the whole seconds until there will be. `rate`
   * overrides the default rate for this name.
   */
  take(name: string, rate = this.#rate): number {
    if (rate.perSecond === 0) return 0
    const now = this.#now()
    const bucket = this.#buckets.get(name)
    const tokens = bucket ? currentTokens(bucket, rate, now) : rate.burst
    const isAllowed = tokens >= 1
    this.#buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, countedAt: now })
    return isAllowed ? 0 : Math.ceil((1 - tokens) / rate.perSecond)
  }
}

function currentTokens({ tokens, countedAt }: Bucket, rate: Rate, now: number): number {
  return Math.min(rate.burst, tokens + ((now - countedAt) / 1_000) * rate.perSecond)
}
