import { Box, Group, Modal, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useRef, useState, type RefObject } from 'react'
import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'
import { visitLimits } from '../../../contract/service/link/visits.ts'
import { useVisitLines, useVisitsOfLinks } from '../../api/visits.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useChannels } from '../channels/useChannels.ts'
import { CompareChoices } from './CompareChoices.tsx'
import { groupByChannel, groupings, toRow } from './comparedRows.ts'
import type { ComparedLink, Grouping, Row, Unit } from './comparedRows.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import LinesChart from './LinesChart.tsx'
import { hoursToShow, lastHours } from './series.ts'
import { OmittedLinks } from './OmittedLinks.tsx'
import { SaveVisits } from './SaveVisits.tsx'
import { VisitsFailure } from './VisitsFailure.tsx'
import { VisitsWait } from './VisitsWait.tsx'
import styles from './visits.module.css'

interface CompareVisitsProps {
  links: readonly ComparedLink[]
  opened: boolean
  close: () => void
}

/** Maximum number of distinguishable lines. */
const maxComparedLines = 6

/**
 * Compares several links' visits of the last 14 days in one chart and table, such as those of a campaign, or their
 * channels.
 */
export function CompareVisits({ links, opened, close }: CompareVisitsProps) {
  return (
    <Modal opened={opened} onClose={close} title="Compare visits" size="xl">
      <Compared links={links} />
    </Modal>
  )
}

interface ComparedProps {
  links: readonly ComparedLink[]
  initial?: Grouping
  /** Leaves out the numbers below the chart. */
  isShort?: boolean
}

/** Shows the chart and the table of a comparison. */
export function Compared({ links, initial = 'links', isShort = false }: ComparedProps) {
  const visits = useVisitLines(links.map(({ id }) => id))
  const [chosenUnit, setChosenUnit] = useState<Unit | null>(null)
  const [grouping, setGrouping] = useState<Grouping>(initial)
  const drawing = useRef<SVGSVGElement>(null)
  const retry = () => void visits.refetch()
  if (visits.data === undefined) return <VisitsWait visits={visits} />
  const { lines, problem } = visits.data
  const now = visits.dataUpdatedAt
  const days = Array.from({ length: visitLimits.line }, (_, index) =>
    toUtcDay(now - (visitLimits.line - 1 - index) * dayMs),
  )
  const rows = links
    .flatMap((link) => {
      const line = lines[link.id]
      return line ? [toRow(link, line)] : []
    })
    .toSorted((a, b) => b.recent - a.recent)
  if (problem && rows.length === 0)
    return <ProblemView problem={problem} outcome="The visits couldn’t be loaded." retry={retry} />
  const byChannel = grouping === 'channels'
  // Hours are read link by link, which takes too many requests for all links of a channel.
  const unit = byChannel ? 'days' : (chosenUnit ?? defaultUnit(rows, now))
  const lineRows = byChannel ? groupByChannel(rows) : rows
  return (
    <div className={styles['visits']}>
      <VisitsFailure visits={visits} outcome="The visits couldn’t be updated." />
      {problem && <ProblemView problem={problem} outcome="Some visits couldn’t be loaded." retry={retry} />}
      <CompareChoices
        hasChannels={links.some(({ channel }) => channel !== null)}
        {...{ grouping, setGrouping, unit, setUnit: setChosenUnit }}
      />
      <Lines rows={lineRows.slice(0, maxComparedLines)} {...{ unit, days, now, drawing, grouping }} />
      <OmittedLines rows={lineRows.length} grouping={grouping} />
      <OmittedLinks missing={links.length - rows.length} wereAsked={problem === null} />
      {!isShort && <ComparisonTable rows={lineRows} grouping={grouping} />}
      <Group gap="8px 14px" align="flex-start" justify="space-between">
        <Text span c="dimmed" fz="sm">
          Days are in UTC. {byChannel && <ChannelDates />}
        </Text>
        <SaveVisits
          name="visits-compared"
          cells={() => [
            [groupings[grouping].column, 'Environment', ...days, 'Total', 'Bots'],
            ...lineRows.map(({ name, environment, line, total, bots }) => [
              name,
              environment,
              ...line.map(String),
              String(total),
              String(bots),
            ]),
          ]}
          drawing={drawing}
        />
      </Group>
    </div>
  )
}

/** Hours are more useful for links created today. */
function defaultUnit(rows: readonly Row[], now: number): Unit {
  const isFresh = rows.every(({ since }) => since === null || since >= toUtcDay(now - dayMs))
  return isFresh ? 'hours' : 'days'
}

/** Shows the dates of the tables that define the channels. */
function ChannelDates() {
  return useChannels()?.tableDatesText()
}

interface LinesProps {
  rows: readonly Row[]
  unit: Unit
  days: readonly string[]
  now: number
  drawing: RefObject<SVGSVGElement | null>
  grouping: Grouping
}

function Lines({ rows, unit, days, now, drawing, grouping }: LinesProps) {
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

function OmittedLines({ rows, grouping }: { rows: number; grouping: Grouping }) {
  if (rows <= maxComparedLines) return null
  return (
    <Text c="dimmed" fz="sm">
      The chart shows the {maxComparedLines} {groupings[grouping].many} with the most visits. The table has
      all {rows}.
    </Text>
  )
}
