import { Box, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { RefObject } from 'react'
import { useVisitsOfLinks } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { groupings, type Grouping, type Row } from './comparedRows.ts'
import LinesChart from './LinesChart.tsx'
import { hoursToShow, lastHours } from './series.ts'

interface LinesProps {
  rows: readonly Row[]
  unit: 'days' | 'hours'
  days: readonly string[]
  now: number
  drawing: RefObject<SVGSVGElement | null>
  grouping: Grouping
}

/** Shows a chart with a line for each row. */
export function ComparedLines({ rows, unit, days, now, drawing, grouping }: LinesProps) {
  const { ref, width } = useElementSize()
  const { visits, isLoading } = useVisitsOfLinks(unit === 'hours' ? rows.map(({ id }) => id) : [], hourlyDays)
  // A link whose hours are unknown has no line, because zeros would mean that it had no visits.
  const known = rows.flatMap((row, index) => {
    const ofLink = visits[index]
    return ofLink ? [{ row, ofLink }] : []
  })
  const hours = hoursToShow(
    known.map(({ ofLink }) => ofLink),
    now,
    false,
  )
  const linesByHour = known.map(({ row, ofLink }) => ({
    ...row,
    line: lastHours(ofLink, now, hours).map(({ total }) => total),
  }))
  const times = unit === 'hours' ? lastHours({ hours: [] }, now, hours).map(({ at }) => at) : days
  const unknown = unit === 'hours' ? rows.length - known.length : 0
  return (
    <>
      <Box ref={ref} mih={220}>
        {width > 0 && (
          <LinesChart
            ref={drawing}
            times={times}
            unit={unit}
            lines={unit === 'hours' ? linesByHour : rows}
            label={`Visits of ${groupings[grouping].each} in the last ${times.length} ${unit}`}
            width={width}
          />
        )}
      </Box>
      {unknown > 0 && (
        <Text c="dimmed" fz="sm" role="status">
          {isLoading
            ? `Loading the hours of ${formatCount(unknown, 'link')}.`
            : `The chart lacks ${formatCount(unknown, 'link')}, because the hours couldn’t be loaded.`}
        </Text>
      )}
    </>
  )
}

/** Number of UTC days that cover all the hours that a service keeps. */
const hourlyDays = 3
