import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import type { ProgramKind } from '../../../contract/service/link/visits.ts'
import type { LinkVisits } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { formatDate, isToday } from '../../ui/formatTime.ts'
import type { Bucket } from './series.ts'

type Visits = NonNullable<LinkVisits>

/** Returns `1 visit`, `1,200 visits`. */
export function visitsText(count: number): string {
  return formatCount(count, 'visit')
}

/** Returns the visits since the start of yesterday (UTC). */
export function sinceYesterday({ days }: Visits, now: number): number {
  const yesterday = toUtcDay(now - dayMs)
  return days.filter(({ day }) => day >= yesterday).reduce((sum, { total }) => sum + total, 0)
}

/** Returns when the last visit was, by hour if known, else by day; `null` if there was none. */
export function lastVisit({ days, hours }: Visits): string | null {
  const hour = hours.filter(({ total }) => total > 0).at(-1)
  if (hour) return hourRange(hour.hour)
  const day = days.filter(({ total }) => total > 0).at(-1)
  return day ? `on ${bucketName(day.day, 'days')}` : null
}

function hourRange(hour: string): string {
  const begin = new Date(hour)
  const end = new Date(begin.getTime() + 3_600_000)
  const day = isToday(begin) ? 'today' : `on ${formatDate(begin, { day: 'numeric', month: 'short' })}`
  return `${day} between ${formatDate(begin, timeOnly)} and ${formatDate(end, timeOnly)}`
}

const timeOnly = { timeStyle: 'short' } as const
const weekdayAndTime = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const

/**
 * Returns a bucket's label for charts and tables. Hours are in local time, with the weekday unless today; days are UTC.
 */
export function bucketName(timestamp: string, unit: 'days' | 'hours'): string {
  const time = new Date(timestamp)
  if (unit === 'days') return formatDate(time, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return formatDate(time, isToday(time) ? timeOnly : weekdayAndTime)
}

const botKindNames: Record<ProgramKind | 'unknown', string> = {
  preview: 'previews for chats and feeds',
  search: 'search engines',
  ai: 'AI services',
  monitor: 'monitors',
  script: 'scripts',
  other: 'other programs',
  unknown: 'of unknown kind',
}

/** Returns `Bots: 12 search engines, 3 scripts.`; `null` if there are none or their kinds aren't reported. */
export function botKindsText(buckets: readonly Bucket[]): string | null {
  const parts = Object.entries(botKindNames).flatMap(([kind, name]) => {
    const count = buckets.reduce((sum, { bot_kinds: kinds }) => sum + (kinds?.[kind] ?? 0), 0)
    return count > 0 ? [`${count.toLocaleString()} ${name}`] : []
  })
  return parts.length === 0 ? null : `Bots: ${parts.join(', ')}.`
}
