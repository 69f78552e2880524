import { Text } from '@mantine/core'
import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import { visitLimits } from '../../../contract/service/link/visits.ts'
import { useVisitsOfLinks } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { toRow, type Row, type Unit } from './comparedRows.ts'
import { daysSince } from './series.ts'

/** Days of the longer chart, and the maximum number of links in it, because each is read by itself. */
const longDays = 90
const maxLongLinks = 50

const noRows: readonly Row[] = []

/**
 * Returns the rows of a chart with their days, and a note if some are missing. For 90 days, the links with the most visits
 * are read, and those that aren't loaded are left out.
 */
export function useChartRows(all: readonly Row[], unit: Unit, now: number) {
  const isLong = unit === 'quarter'
  const links = isLong ? all.slice(0, maxLongLinks) : noRows
  const { visits, isLoading } = useVisitsOfLinks(
    links.map(({ id }) => id),
    longDays,
  )
  const days = lastDays(isLong ? longDays : visitLimits.line, now)
  if (!isLong) return { rows: all, days, note: null }
  const rows = links.flatMap((link, index) => {
    const ofLink = visits[index]
    const line = ofLink && daysSince(ofLink, days[0] ?? '', now).map(({ total }) => total)
    return line ? [toRow(link, { ...link, line })] : []
  })
  const note = <LongNote isLoading={isLoading} known={rows.length} all={all.length} />
  return { rows: rows.toSorted((a, b) => b.recent - a.recent), days, note }
}

function LongNote({ isLoading, known, all }: { isLoading: boolean; known: number; all: number }) {
  if (!isLoading && known === all) return null
  return (
    <Text c="dimmed" fz="sm" role="status">
      {isLoading
        ? 'Loading 90 days of each link.'
        : `The chart has the ${formatCount(known, 'link')} with the most visits.`}
    </Text>
  )
}

/** Returns the last UTC days, including today. */
function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) => toUtcDay(now - (count - 1 - index) * dayMs))
}
