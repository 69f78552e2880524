import { expect, test } from 'vitest'
import { toOutcome } from '../../../bench/service/contest.ts'
import type { Contest } from '../../../bench/service/contest.ts'
import type { Measured, Runner } from '../../../bench/service/runner.ts'
import { outcomeTable } from '../../../bench/service/table.ts'

const runner = (name: string): Runner => ({
  name,
  requests: [],
  server: { port: 1, pid: 1, stop: () => Promise.resolve() },
})
const contest: Contest = { runner: runner('lookup'), against: runner('bare GET'), atLeast: 0.4, p99Below: 5 }
const rates = (perSecond: number[], p99Ms = 1): Measured[] =>
  perSecond.map((rate) => ({ perSecond: rate, p50Ms: 1, p99Ms, requests: 1, cpuMicros: null }))

test('the ratio is the median of the ratios within each round, whatever a busy round did to both', () => {
  // The second round had half of the machine; the medians of the two rates alone would give 0.25.
  const outcome = toOutcome({ contest, mine: rates([50, 25, 60]), theirs: rates([100, 50, 200]) })
  expect(outcome).toMatchObject({ ratio: 0.5, perSecond: 50, againstPerSecond: 100, met: true })
})

test.each([
  ['too slow', [39], 1],
  ['too late', [50], 5],
])('a contest that is %s is missed, and the table says so', (_, perSecond, p99Ms) => {
  const outcome = toOutcome({ contest, mine: rates(perSecond, p99Ms), theirs: rates([100]) })
  expect(outcome.met).toBe(false)
  expect(outcomeTable([outcome])).toContain('MISSED')
})
