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
  throughput.held(20_000)
  expect(quietMs()).toBe(0)
  nowMs += 21_000
  expect(quietMs()).toBe(1_000)
})
