import { expect, it } from 'vitest'
import { createThroughput } from '../../../core/runs/throughput.ts'

it('the quiet time of a run excludes intentional waits and sleep', () => {
  let [nowMs, sleptMs] = [1_000, 0]
  const throughput = createThroughput(
    () => sleptMs,
    () => nowMs,
  )
  const quietMs = () => throughput.measure(5).quietMs
  nowMs += 3_000
  expect(quietMs()).toBe(3_000)
  throughput.ended()
  expect(quietMs()).toBe(0)
  nowMs += 60_000
  sleptMs += 50_000
  expect(quietMs()).toBe(10_000)
  throughput.held(20_000, { code: 'throttled' })
  expect(quietMs()).toBe(0)
  nowMs += 21_000
  expect(quietMs()).toBe(1_000)
})

it('the reason of a wait stays while other requests end', () => {
  let nowMs = 0
  const throughput = createThroughput(
    () => 0,
    () => nowMs,
  )
  throughput.held(1_000, { code: 'throttled' })
  nowMs += 500
  throughput.ended()
  expect(throughput.measure(5)).toMatchObject({ heldMs: 500, heldBy: { code: 'throttled' } })
  nowMs += 600
  throughput.ended()
  expect(throughput.measure(5).heldBy).toBeNull()
})

it('a failing service has no rate until a row ends again, a throttled one keeps it', () => {
  let nowMs = 0
  const throughput = createThroughput(
    () => 0,
    () => nowMs,
  )
  const endRow = () => {
    nowMs += 100
    throughput.ended()
  }
  for (let count = 0; count < 50; count++) endRow()
  throughput.held(1_000, { code: 'throttled' })
  expect(throughput.measure(100)).toMatchObject({ perSecond: 10, leftMs: 11_000, heldMs: 1_000 })
  throughput.held(2_000, { code: 'connection_refused' })
  expect(throughput.measure(100)).toMatchObject({ perSecond: 0, leftMs: null, heldMs: 2_000 })
  nowMs += 2_000
  expect(throughput.measure(100)).toMatchObject({ perSecond: 0, leftMs: null, heldMs: 0 })
  for (let count = 0; count < 10; count++) endRow()
  expect(throughput.measure(100)).toMatchObject({ perSecond: 10, leftMs: 10_000 })
})

it('a wait ends early on request, unless the service asked for it', () => {
  const throughput = createThroughput(
    () => 0,
    () => 0,
  )
  let ended = 0
  throughput.onTryNow(() => ended++)
  throughput.held(5_000, { code: 'throttled', retryAfterMs: 5_000 })
  throughput.tryNow()
  expect([ended, throughput.measure(1).heldMs]).toEqual([0, 5_000])
  throughput.held(5_000, { code: 'connection_refused' })
  throughput.tryNow()
  expect([ended, throughput.measure(1).heldMs]).toEqual([1, 0])
})

it('the rate after a wait that ended early is measured from its end', () => {
  let nowMs = 0
  const throughput = createThroughput(
    () => 0,
    () => nowMs,
  )
  throughput.held(60_000, { code: 'connection_refused' })
  nowMs += 6_000
  throughput.tryNow()
  for (let count = 0; count < 4; count++) {
    nowMs += 500
    throughput.ended()
  }
  expect(throughput.measure(100)).toMatchObject({ perSecond: 2, leftMs: 50_000, heldMs: 0 })
})
