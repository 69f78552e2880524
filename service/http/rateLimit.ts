/** What may be asked for: so many a second on average, and so many at once. */
export interface Rate {
  /** 0 for no limit. */
  perSecond: number
  burst: number
}

interface Bucket {
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

  /** Takes one token. 0 when there was one, otherwise the whole seconds until there will be. */
  take(name: string): number {
    if (this.#rate.perSecond === 0) return 0
    const now = this.#now()
    const bucket = this.#buckets.get(name) ?? this.#newBucket(name, now)
    bucket.tokens = this.#tokens(bucket, now)
    bucket.at = now
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#rate.perSecond)
    bucket.tokens -= 1
    return 0
  }

  #tokens({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#rate.burst, tokens + ((now - at) / 1_000) * this.#rate.perSecond)
  }

  #newBucket(name: string, now: number): Bucket {
    if (this.#buckets.size >= maxBuckets) this.#makeRoom(now)
    const bucket = { tokens: this.#rate.burst, at: now }
    this.#buckets.set(name, bucket)
    return bucket
  }

  /**
   * A bucket that is full again says nothing and can be forgotten. Where that is not enough, since anyone can come from many
   * addresses, the oldest go as well, so many that it is long until room has to be made again.
   */
  #makeRoom(now: number): void {
    for (const [name, bucket] of this.#buckets) {
      if (this.#tokens(bucket, now) >= this.#rate.burst) this.#buckets.delete(name)
    }
    for (const name of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets / 2) return
      this.#buckets.delete(name)
    }
  }
}
