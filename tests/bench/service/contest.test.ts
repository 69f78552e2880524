import { expect, test } from 'vitest'
import { formatFigure } from '../../../bench/measuring.ts'
import { toFigure } from '../../../bench/service/contest.ts'
import type { Sample } from '../../../bench/service/wrk.ts'

const contest = { runner: 'lookup', baseline: 'bare GET', minRatio: 0.4, maxP99Ms: 5 }
const rates = (perSecond: number[], p99Ms = 1): Sample[] =>
  perSecond.map((rate) => ({ perSecond: rate, p99Ms, requests: 1 }))

test('the ratio is the median of each round’s ratio, so that a busy round affects both rates equally', () => {
  // The second round had half of the machine; the ratio of the two medians would be 0.25.
  const samples = { lookup: rates([50, 25, 60]), 'bare GET': rates([100, 50, 200]) }
  expect(toFigure(contest, samples)).toMatchObject({
    measured: '0.50, p99 1.0 ms, 50/s',
    beside: 'bare GET: 100, p99 1.0 ms',
    met: true,
  })
})

test.each([
  ['too slow', [39], 1],
  ['too late', [50], 5],
])('the table reports a contest that is %s as missed', (_, perSecond, p99Ms) => {
  const figure = toFigure(contest, { lookup: rates(perSecond, p99Ms), 'bare GET': rates([100]) })
  expect(figure.met).toBe(false)
  expect(formatFigure(figure)).toContain('MISSED')
})
