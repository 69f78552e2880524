import { dayMs, toUtcDay } from '../../../../contract/app/text/utcDay.ts'
import type { LinkVisits } from '../../../../renderer/api/visits.ts'

type Visits = NonNullable<LinkVisits>

/** Returns visits as a service might report them: on every second of the last days, with some bots and tests. */
export function createVisits(days: number, now: number): Visits {
  const dayVisits = Array.from({ length: days }, (_, index) => {
    const day = toUtcDay(now - (days - 1 - index) * dayMs)
    const busy = index % 2 === 0 ? index + 3 : 0
    const people = { ios: busy, android: 2 * busy, desktop: 3 * busy, other: 1 }
    const total = 6 * busy + 1
    return {
      day,
      ...createCounts(total),
      platforms: people,
      outcomes: { redirect: total - 1, preview: 0, landing: 1, inactive: 0 },
      referrers: { 'news.example.org': 2 * busy, 'shop.example': busy, other: 1 },
    }
  })
  const hour = new Date(Math.floor(now / 3_600_000) * 3_600_000 - 3_600_000).toISOString()
  const sum = dayVisits.reduce((all, { total }) => all + total, 0)
  return {
    total: sum,
    bots: 4 * days,
    cards: 0,
    tests: days,
    since: dayVisits[0]?.day ?? null,
    days: dayVisits,
    hours: [
      {
        hour,
        ...createCounts(7),
        platforms: { ios: 3, android: 4, desktop: 0, other: 0 },
        outcomes: { redirect: 7, preview: 0, landing: 0, inactive: 0 },
      },
    ],
  }
}

function createCounts(total: number) {
  return { total, bots: 4, cards: 0, tests: 1, bot_kinds: { search: 2, ai: 1, unknown: 1 } }
}
