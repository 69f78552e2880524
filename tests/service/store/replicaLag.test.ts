import { describe, expect, it } from 'vitest'
import { maxLagMs, parsePosition, ReplicaLag } from '../../../service/store/postgres/replica/replicaLag.ts'

describe('the lag of a replica', () => {
  it('the lag of a replica is unknown until it has replayed the primary’s position', () => {
    const lag = new ReplicaLag()
    lag.addReplica(9n)
    expect(lag.lagMs(1)).toBe(Infinity)
    lag.addPrimary(10n, 100)
    lag.addReplica(9n)
    expect(lag.lagMs(200)).toBe(Infinity)
    lag.addReplica(10n)
    expect(lag.lagMs(200)).toBe(100)
  })

  it('the lag of a replica counts from the last position that it reached while the primary continues', () => {
    const lag = new ReplicaLag()
    lag.addPrimary(10n, 100)
    lag.addPrimary(20n, 600)
    lag.addPrimary(30n, 1_100)
    lag.addReplica(25n)
    expect(lag.lagMs(1_200)).toBe(600)
    // Paused: the same position doesn't make it more recent.
    lag.addReplica(25n)
    expect(lag.lagMs(600 + maxLagMs + 1)).toBeGreaterThan(maxLagMs)
  })

  it('the lag of a replica never shrinks because of another primary’s position', () => {
    const lag = new ReplicaLag()
    lag.addPrimary(10n, 100)
    lag.addPrimary(20n, 600)
    lag.addReplica(20n)
    lag.addReplica(15n)
    expect(lag.lagMs(700)).toBe(100)
  })

  it('the lag of a replica does not grow while the primary is away, and does afterwards', () => {
    const lag = new ReplicaLag()
    lag.addPrimary(10n, 100)
    lag.addReplica(10n)
    lag.addPrimary(20n, 600)
    lag.markPrimaryUnavailable()
    expect(lag.lagMs(1_000_000)).toBe(500)
    lag.addPrimary(30n, 1_000_000)
    expect(lag.lagMs(1_000_000)).toBe(999_900)
    lag.addReplica(30n)
    expect(lag.lagMs(1_000_000)).toBe(0)
  })

  it('positions of a replica are compared as numbers', () => {
    expect(parsePosition('16/B374D848')).toBe(0x16b374d848n)
    expect(parsePosition('A/0') > parsePosition('9/FFFFFFFF')).toBe(true)
    expect(parsePosition('1/0') > parsePosition('0/FFFFFFFF')).toBe(true)
  })
})
