interface Bucket {
  tokens: number
  /** When the tokens were counted, in milliseconds of a clock that never goes back. */
  at: number
}

/** Buckets to keep; a bucket that is full again says nothing and can be forgotten. */
const maxBuckets = 10_000

/**
 * A token bucket for each project: `rate` requests a second on average, twice that at once. Each process counts for
 * itself.
 */
export class RateLimit {
  readonly #rate: number
  readonly #burst: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  /** `now` gives milliseconds; a test can bring its own clock. */
  constructor(rate: number, now: () => number = () => performance.now()) {
    this.#rate = rate
    this.#burst = rate * 2
    this.#now = now
  }

  /** How many projects are remembered. */
  get size(): number {
    return this.#buckets.size
  }

  /** Takes one token. 0 when there was one, otherwise the whole seconds until there will be. */
  take(project: string): number {
    if (this.#rate === 0) return 0
    const now = this.#now()
    const bucket = this.#buckets.get(project) ?? this.#newBucket(project, now)
    bucket.tokens = this.#tokens(bucket, now)
    bucket.at = now
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#rate)
    bucket.tokens -= 1
    return 0
  }

  #tokens({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + ((now - at) / 1_000) * this.#rate)
  }

  #newBucket(project: string, now: number): Bucket {
    if (this.#buckets.size >= maxBuckets) this.#forgetFull(now)
    const bucket = { tokens: this.#burst, at: now }
    this.#buckets.set(project, bucket)
    return bucket
  }

  #forgetFull(now: number): void {
    for (const [project, bucket] of this.#buckets) {
      if (this.#tokens(bucket, now) >= this.#burst) this.#buckets.delete(project)
    }
  }
}
