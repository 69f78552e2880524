import { describe, expect, it } from 'vitest'
import { hoursToShow, lastHours, topReferrers } from '../../../../renderer/features/visits/series.ts'
import { createVisits } from './visits.ts'

const now = Date.UTC(2026, 10, 23, 11, 42)
const sample = createVisits(1, now).hours

/** Returns the visits of a link opened by people or bots at these hours ago. */
function createVisitedLink(hoursAgo: readonly number[], { people = 7 } = {}) {
  const hours = hoursAgo.flatMap((count) => {
    const hour = new Date(Date.UTC(2026, 10, 23, 11 - count)).toISOString()
    return sample.map((one) => ({ ...one, hour, total: people }))
  })
  return { hours }
}

describe('the hours of a chart', () => {
  it.each([
    ['begin with the first visit', createVisitedLink([15, 3]), 16],
    ['are at least twelve', createVisitedLink([0]), 12],
    ['are at least twelve without any visits', createVisitedLink([]), 12],
    ['are at most the hours that a service keeps', createVisitedLink([100, 1]), 48],
    ['do not begin with a hidden bot', createVisitedLink([30], { people: 0 }), 12],
  ])('the hours of a chart %s', (_, link, count) => {
    expect(hoursToShow(link, now, false)).toBe(count)
  })

  it('the hours of a chart start with a bot if bots are shown', () => {
    expect(hoursToShow(createVisitedLink([30], { people: 0 }), now, true)).toBe(31)
  })

  it('the hours of a chart end with the current hour and include empty hours', () => {
    const buckets = lastHours(createVisitedLink([13, 0]), now, 14)
    expect(buckets.map(({ total }) => total)).toEqual([7, ...Array<number>(12).fill(0), 7])
    expect([buckets[0]?.at, buckets.at(-1)?.at]).toEqual([
      '2026-11-22T22:00:00.000Z',
      '2026-11-23T11:00:00.000Z',
    ])
  })
})

it('referring sites add up to all visits, with direct visits last', () => {
  const day = createVisits(1, now).days[0]
  if (!day) throw new Error('There is no day.')
  const days = [
    { ...day, total: 30, referrers: { 'a.example': 5, other: 2, 'b.example': 10 } },
    { ...day, total: 12, referrers: { 'a.example': 15 } },
  ]
  expect(topReferrers({ days })).toEqual([
    { name: 'a.example', visits: 20 },
    { name: 'b.example', visits: 10 },
    { name: 'Other sites', visits: 2 },
    { name: 'Direct or unknown', visits: 10 },
  ])
})
