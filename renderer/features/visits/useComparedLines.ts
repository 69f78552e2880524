import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import { visitLimits } from '../../../contract/service/link/visits.ts'
import { useVisitsOfLinks } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { toRow, type Row } from './comparedRows.ts'
import { daysSince } from './series.ts'

/** The UTC days that a comparison can show. Fourteen of each link are read at once, more only link by link. */
export const periods = { '14 days': visitLimits.line, '90 days': 90 } as const
export type Period = keyof typeof periods

/** Maximum number of links that are read by themselves. */
const maxReadLinks = 50

/**
 * Returns the rows of a chart with the days of their lines, and a note if some are missing. For 90 days, the links with
 * the most visits are read. Those that aren't loaded are left out, because zeros would mean no visits.
 */
export function useComparedLines(all: readonly Row[], period: Period, now: number) {
  const links = period === '90 days' ? all.slice(0, maxReadLinks) : []
  const { visits, isLoading } = useVisitsOfLinks(
    links.map(({ id }) => id),
    periods['90 days'],
  )
  const times = lastDays(periods[period], now)
  if (period === '14 days') return { rows: all, times, note: null }
  const rows = links.flatMap((row, index) => {
    const ofLink = visits[index]
    if (!ofLink) return []
    const line = daysSince(ofLink, times[0] ?? '', now).map(({ total }) => total)
    return [toRow(row, { ...row, line })]
  })
  return {
    rows: rows.toSorted((a, b) => b.recent - a.recent),
    times,
    note: isLoading ? 'Loading 90 days of each link.' : missingNote(rows.length, links.length, all.length),
  }
}

/** Returns the last UTC days, including today. */
function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) => toUtcDay(now - (count - 1 - index) * dayMs))
}

/** Says which links have no line; `null` if all have one. */
function missingNote(shown: number, read: number, all: number): string | null {
  if (shown < read)
    return `The chart lacks ${formatCount(read - shown, 'link')}, because the days couldn’t be loaded.`
  return read === all ? null : `The chart has the ${formatCount(read, 'link')} with the most visits.`
}
