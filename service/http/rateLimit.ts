/** What may be asked for: so many a second on average, and so many at once. */
export interface Rate {
  /** 0 for no limit. */
  perSecond: number
  burst: number
}

/** What may be asked for at once, however low the rate is: a program that begins its work asks for a few things together. */
const minBurst = 10

/** So many a minute; in a burst two seconds' worth, like every project, or ten if that is more. */
export function ratePerMinute(count: number): Rate {
  const perSecond = count / 60
  return { perSecond, burst: Math.max(2 * perSecond, Math.min(count, minBurst)) }
}

interface Bucket {
  rate: Rate
  tokens: number
  /** When the tokens were counted, in milliseconds of a clock that never goes back. */
  at: number
}

/** Buckets to keep. */
const maxBuckets = 10_000

/** A token bucket for each project, or whatever else a name is given to. Each process counts for itself. */
export class RateLimit {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  /** `now` gives milliseconds; a test can bring its own clock. */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate
    this.#now = now
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#buckets.size
  }

  /**
   * Takes one token. 0 when there was one, otherwise the whole seconds until there will be. `rate` is for a name to which
   * another one applies than to all.
   */
  take(name: string, rate = this.#rate): number {
    if (rate.perSecond === 0) return 0
    const now = this.#now()
    const bucket = this.#buckets.get(name) ?? this.#newBucket(name, rate, now)
    bucket.rate = rate
    bucket.tokens = currentTokens(bucket, now)
    bucket.at = now
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / rate.perSecond)
    bucket.tokens -= 1
    return 0
  }

  #newBucket(name: string, rate: Rate, now: number): Bucket {
    if (this.#buckets.size >= maxBuckets) this.#makeRoom(now)
    const bucket = { rate, tokens: rate.burst, at: now }
    this.#buckets.set(name, bucket)
    return bucket
  }

  /**
   * A bucket that is full again says nothing and can be forgotten. Where that is not enough, since anyone can come from many
   * addresses, the oldest go as well, so many that it is long until room has to be made again.
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

function currentTokens({ rate, tokens, at }: Bucket, now: number): number {
  return Math.min(rate.burst, tokens + ((now - at) / 1_000) * rate.perSecond)
}
