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
  rate: Rate
  tokens: number
  /** When the tokens were counted, in milliseconds of a monotonic clock. */
  countedAt: number
}

/** Maximum number of buckets kept. */
const maxBuckets = 10_000

/** A token bucket for each project or other name. Each process counts separately. */
export class RateLimit {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

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
    const bucket = this.#buckets.get(name) ?? this.#addBucket(name, rate, now)
    bucket.rate = rate
    bucket.tokens = currentTokens(bucket, now)
    bucket.countedAt = now
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / rate.perSecond)
    bucket.tokens -= 1
    return 0
  }

  #addBucket(name: string, rate: Rate, now: number): Bucket {
    if (this.#buckets.size >= maxBuckets) this.#makeRoom(now)
    const bucket = { rate, tokens: rate.burst, countedAt: now }
    this.#buckets.set(name, bucket)
    return bucket
  }

  /**
   * Removes full buckets, which carry no information. If that isn't enough, because a client can use many
   * addresses, removes the oldest ones too. Removes many at once, so that this is rare.
   */
  #makeRoom(now: number): void {
    for (const [name, bucket] of this.#buckets) {
      if (currentTokens(bucket, now) >= bucket.rate.burst) this.#buckets.delete(name)
    }
    for (const name of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets / 2) return
      this.#buckets.delete(name)
    }
  }
}

function currentTokens({ rate, tokens, countedAt }: Bucket, now: number): number {
  return Math.min(rate.burst, tokens + ((now - countedAt) / 1_000) * rate.perSecond)
}
