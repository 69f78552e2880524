import { otherReferrers, visitOutcomes, visitPlatforms } from '../../../contract/service/link/visits.ts'
import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import type { LinkVisits } from '../../api/visits.ts'

type Visits = NonNullable<LinkVisits>

/** Ways to split the visits of a day. */
export type Split = 'platforms' | 'outcomes'

/** A day or an hour with its counts; all numbers are visits. */
export interface Bucket {
  /** Start time in ISO 8601; days are UTC. */
  at: string
  /** Visits by people. */
  total: number
  bots: number
  /** Absent if the service doesn't tell kinds of bots apart. */
  bot_kinds?: Record<string, number> | undefined
  tests: number
  platforms: Record<(typeof visitPlatforms)[number], number>
  outcomes: Record<(typeof visitOutcomes)[number], number>
}

export const splits = {
  platforms: {
    label: 'Device',
    parts: visitPlatforms,
    names: { ios: 'iOS', android: 'Android', desktop: 'Desktop', other: 'Other' },
  },
  outcomes: {
    label: 'Outcome',
    parts: visitOutcomes,
    names: {
      redirect: 'Sent on',
      preview: 'Preview page',
      landing: 'Landing page',
      inactive: 'Link was off',
    },
  },
} as const

const hourMs = 3_600_000
/** Number of hours shown: at most what a service usually keeps, and at least enough for a useful chart. */
const hours = { max: 48, min: 12 }

/** Returns every UTC day from `from` to `now`, including those without visits. */
export function daysSince(visits: Visits, from: string, now: number): Bucket[] {
  const countsByDay = new Map(visits.days.map((day) => [day.day, day]))
  const count = Math.round((Date.parse(toUtcDay(now)) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const day = toUtcDay(Date.parse(from) + index * dayMs)
    return { ...(countsByDay.get(day) ?? emptyCounts), at: day }
  })
}

type Hours = Pick<Visits, 'hours'>

/** Returns how many of the last hours to draw: from the first one with a visit, including bots if they are shown. */
export function hoursToShow(visits: Hours, now: number, bots: boolean): number {
  const visible = visits.hours.filter((hour) => hour.total + (bots ? hour.bots : 0) > 0)
  const first = Math.min(now, ...visible.map(({ hour }) => Date.parse(hour)))
  const count = Math.floor(now / hourMs) - Math.floor(first / hourMs) + 1
  return Math.min(Math.max(count, hours.min), hours.max)
}

/** Returns the last `count` hours, including the current one. */
export function lastHours(visits: Hours, now: number, count: number): Bucket[] {
  const countsByHour = new Map(visits.hours.map((hour) => [Date.parse(hour.hour), hour]))
  const last = Math.floor(now / hourMs) * hourMs
  return Array.from({ length: count }, (_, index) => {
    const time = last - (count - 1 - index) * hourMs
    return { ...(countsByHour.get(time) ?? emptyCounts), at: new Date(time).toISOString() }
  })
}

/** Number of hosts listed by name. */
const maxReferrers = 5

/**
 * Returns the top referring hosts, all others together, and direct visits, so that the numbers add up; nothing if no
 * visit named a host.
 */
export function topReferrers({ days }: Pick<Visits, 'days'>): { name: string; visits: number }[] {
  const sums = new Map<string, number>()
  for (const { referrers } of days) {
    for (const [host, visits] of Object.entries(referrers)) sums.set(host, (sums.get(host) ?? 0) + visits)
  }
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
  const referred = sum(sums.values())
  if (referred === 0) return []
  const hosts = [...sums]
    .filter(([host]) => host !== otherReferrers)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxReferrers)
  const named = sum(hosts.map(([, visits]) => visits))
  const rows = [
    ...hosts.map(([name, visits]) => ({ name, visits })),
    { name: 'Other sites', visits: referred - named },
    { name: 'Direct or unknown', visits: sum(days.map(({ total }) => total)) - referred },
  ]
  return rows.filter(({ visits }) => visits > 0)
}

/** Returns the columns of a table of visits: all, the parts of these splits, and what isn't counted as visits. */
export function visitColumns(names: readonly Split[]) {
  const parts = names.flatMap((name) => {
    const labels: Record<string, string> = splits[name].names
    return splits[name].parts.map((part) => ({
      head: labels[part] ?? part,
      count: (bucket: Bucket) => (bucket[name] as Record<string, number>)[part] ?? 0,
    }))
  })
  return [
    { head: 'Visits', count: ({ total }: Bucket) => total },
    ...parts,
    { head: 'Bots', count: ({ bots }: Bucket) => bots },
    { head: 'Tests', count: ({ tests }: Bucket) => tests },
  ]
}

const emptyCounts = {
  total: 0,
  bots: 0,
  tests: 0,
  platforms: { ios: 0, android: 0, desktop: 0, other: 0 },
  outcomes: { redirect: 0, preview: 0, landing: 0, inactive: 0 },
}
