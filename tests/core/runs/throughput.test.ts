import { expect, it } from 'vitest'
import { createThroughput } from '../../../core/runs/throughput.ts'

it('the quiet time of a run excludes intentional waits and sleep', () => {
  let [now, slept] = [1_000, 0]
  const throughput = createThroughput(
    () => slept,
    () => now,
  )
  const quietMs = () => throughput.measure(5).quietMs
  now += 3_000
  expect(quietMs()).toBe(3_000)
  throughput.ended()
  expect(quietMs()).toBe(0)
  now += 60_000
  slept += 50_000
  expect(quietMs()).toBe(10_000)
  throughput.held(20_000)
  expect(quietMs()).toBe(0)
  now += 21_000
  expect(quietMs()).toBe(1_000)
})
