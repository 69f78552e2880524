/** How long a replica may be behind the primary and still be used, in milliseconds. */
export const maxLagMs = 3_000

/** A position in the primary's log, and when it was requested, by the monotonic clock. */
interface Sample {
  position: bigint
  requestedAt: number
}

/**
 * Computes how far a replica is behind. A replica that has replayed a position has every change made before the
 * position was requested. No clocks of other computers are compared.
 */
export class ReplicaLag {
  #samples: Sample[] = []
  /** The replica has every change from before this time. */
  #freshAt = -Infinity
  /** When the primary last answered. */
  #lastResponseAt = -Infinity
  #isPrimaryUnavailable = false

  /** Records the primary's position, requested at `requestedAt`. */
  addPrimary(position: bigint, requestedAt: number): void {
    this.#isPrimaryUnavailable = false
    this.#lastResponseAt = requestedAt
    this.#samples = [
      ...this.#samples.filter((sample) => requestedAt - sample.requestedAt <= maxLagMs),
      { position, requestedAt },
    ]
  }

  /** Records that the primary doesn't answer. Until it does, nothing changes there, so the replica gets no older. */
  markPrimaryUnavailable(): void {
    this.#isPrimaryUnavailable = true
  }

  /** Records what the replica has replayed. */
  addReplica(position: bigint): void {
    const reachedSample = this.#samples.findLast((sample) => sample.position <= position)
    if (reachedSample) this.#freshAt = Math.max(this.#freshAt, reachedSample.requestedAt)
  }

  /** Returns for how long changes may be missing on the replica, in milliseconds; `Infinity` if that is unknown. */
  lagMs(now = performance.now()): number {
    if (this.#freshAt === -Infinity) return Infinity
    return (this.#isPrimaryUnavailable ? this.#lastResponseAt : now) - this.#freshAt
  }
}

/** Parses a position of PostgreSQL's log, such as `16/B374D848`. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
