import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import { visitLimits } from '../../../contract/service/link/visits.ts'
import { useVisitsOfLinks } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { maxComparedLines, toRow, type Row, type Unit } from './comparedRows.ts'
import { daysSince, hoursToShow, lastHours } from './series.ts'

/** UTC days to read for a chart, and the maximum number of links in it, because each is read by itself. */
const readings = {
  // Enough days for all the hours that a service keeps.
  hours: { days: 3, links: maxComparedLines },
  quarter: { days: 90, links: 50 },
  days: { days: 0, links: 0 },
}

/**
 * Returns the rows of a chart with the times of their lines, and a note if some are missing. For hours and 90 days, the
 * links with the most visits are read. Those that aren't loaded are left out, because zeros would mean no visits.
 */
export function useComparedLines(all: readonly Row[], unit: Unit, now: number) {
  const { days, links: maxLinks } = readings[unit]
  const links = all.slice(0, maxLinks)
  const { visits, isLoading } = useVisitsOfLinks(
    links.map(({ id }) => id),
    days,
  )
  const known = links.flatMap((row, index) => {
    const ofLink = visits[index]
    return ofLink ? [{ row, ofLink }] : []
  })
  if (unit === 'days') return { rows: all, times: lastDays(visitLimits.line, now), note: null }
  if (unit === 'hours') {
    const hours = hoursToShow(
      known.map(({ ofLink }) => ofLink),
      now,
      false,
    )
    return {
      rows: known.map(({ row, ofLink }) => ({ ...row, line: totals(lastHours(ofLink, now, hours)) })),
      times: lastHours({ hours: [] }, now, hours).map(({ at }) => at),
      note: hoursNote(links.length - known.length, isLoading),
    }
  }
  const times = lastDays(days, now)
  return {
    rows: known
      .map(({ row, ofLink }) => toRow(row, { ...row, line: totals(daysSince(ofLink, times[0] ?? '', now)) }))
      .toSorted((a, b) => b.recent - a.recent),
    times,
    note: daysNote(known.length, all.length, isLoading),
  }
}

function totals(buckets: readonly { total: number }[]): number[] {
  return buckets.map(({ total }) => total)
}

/** Returns the last UTC days, including today. */
export function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) => toUtcDay(now - (count - 1 - index) * dayMs))
}

/** Says of how many links the hours are missing; `null` for none. */
function hoursNote(missing: number, isLoading: boolean): string | null {
  const links = formatCount(missing, 'link')
  if (missing === 0) return null
  return isLoading
    ? `Loading the hours of ${links}.`
    : `The chart lacks ${links}, because the hours couldn’t be loaded.`
}

/** Says which links have lines, unless all have. */
function daysNote(known: number, all: number, isLoading: boolean): string | null {
  if (isLoading) return 'Loading 90 days of each link.'
  return known === all ? null : `The chart has the ${formatCount(known, 'link')} with the most visits.`
}
