import { Box, Group, Modal, SegmentedControl } from '@mantine/core'
import { lazy, useRef, useState, type ReactNode } from 'react'
import { namesOf } from '../../../contract/service/link/fields.ts'
import { useVisitLines } from '../../api/visits.ts'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useChannels } from '../channels/useChannels.ts'
import { groupByChannel, groupings, maxComparedLines, toRow } from './comparedRows.ts'
import type { ComparedLink, Grouping, Row } from './comparedRows.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import { SaveVisits } from './SaveVisits.tsx'
import { periods, useComparedLines, type Period } from './useComparedLines.ts'
import { VisitsFailure, VisitsWait } from './VisitsState.tsx'
import { QuietText } from '../../ui/variants.ts'
import styles from './visits.module.css'

const LinesChart = lazy(() => import('./LinesChart.tsx'))

interface CompareVisitsProps {
  links: readonly ComparedLink[]
  opened: boolean
  close: () => void
}

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
  const retry = () => void visits.refetch()
  if (visits.data === undefined) return <VisitsWait visits={visits} />
  const { lines, problem } = visits.data
  const now = visits.dataUpdatedAt
  const rows = links
    .flatMap((link) => {
      const line = lines[link.id]
      return line ? [toRow(link, line)] : []
    })
    .toSorted((a, b) => b.recent - a.recent)
  if (problem && rows.length === 0)
    return <ProblemView problem={problem} outcome="The visits couldn’t be loaded." retry={retry} />
  return (
    <div className={styles['visits']}>
      <VisitsFailure visits={visits} outcome="The visits couldn’t be updated." />
      {problem && <ProblemView problem={problem} outcome="Some visits couldn’t be loaded." retry={retry} />}
      <Comparison
        {...{ rows, now, initial, isShort }}
        hasChannels={links.some(({ channel }) => channel !== null)}
      >
        <OmittedLinks missing={links.length - rows.length} wereAsked={problem === null} />
      </Comparison>
    </div>
  )
}

interface ComparisonProps extends Required<Pick<ComparedProps, 'initial' | 'isShort'>> {
  /** Most visited first. */
  rows: readonly Row[]
  now: number
  hasChannels: boolean
  children: ReactNode
}

function Comparison({ rows, now, initial, isShort, hasChannels, children }: ComparisonProps) {
  const [period, setPeriod] = useState<Period>('14 days')
  const [grouping, setGrouping] = useState<Grouping>(initial)
  const chartElement = useRef<HTMLDivElement>(null)
  const byChannel = grouping === 'channels'
  const { rows: ofPeriod, times, note } = useComparedLines(rows, period, now)
  const lineRows = byChannel ? groupByChannel(ofPeriod) : ofPeriod
  const chartLines = lineRows.slice(0, maxComparedLines)
  // With the legend, which has a line for each.
  const height = 248 + 18 * chartLines.length
  return (
    <>
      <CompareChoices {...{ hasChannels, grouping, setGrouping, period, setPeriod }} />
      <Box mih={height}>
        <LaterPart>
          <LinesChart
            ref={chartElement}
            days={times}
            lines={chartLines}
            label={`Visits of ${groupings[grouping].each} in the last ${period}`}
            h={height}
          />
        </LaterPart>
      </Box>
      {note !== null && <QuietText role="status">{note}</QuietText>}
      <OmittedLines rows={lineRows.length} grouping={grouping} />
      {children}
      {!isShort && <ComparisonTable rows={byChannel ? groupByChannel(rows) : rows} grouping={grouping} />}
      <Group gap="8px 14px" align="flex-start" justify="space-between">
        <QuietText span>Days are in UTC. {byChannel && <ChannelDates />}</QuietText>
        <SaveVisits
          name="visits-compared"
          cells={() => [
            [groupings[grouping].column, 'Environment', ...times, 'Total', 'Bots'],
            ...lineRows.map(({ name, environment, line, total, bots }) => [
              name,
              environment,
              ...line.map(String),
              String(total),
              String(bots),
            ]),
          ]}
          chart={chartElement}
        />
      </Group>
    </>
  )
}

/** Shows the dates of the tables that define the channels. */
function ChannelDates() {
  return useChannels().tableDatesText()
}

function OmittedLines({ rows, grouping }: { rows: number; grouping: Grouping }) {
  if (rows <= maxComparedLines) return null
  return (
    <QuietText>
      The chart shows the {maxComparedLines} {groupings[grouping].many} with the most visits. The table has
      all {rows}.
    </QuietText>
  )
}

interface OmittedLinksProps {
  missing: number
  /** Whether the service was asked for the visits of all links. */
  wereAsked: boolean
}

/** Says how many links a comparison lacks, and why. Renders nothing if it has all. */
function OmittedLinks({ missing, wereAsked }: OmittedLinksProps) {
  if (missing <= 0) return null
  return (
    <QuietText>
      {missing === 1 ? 'One of the links is' : `${missing} of the links are`} not in the table:{' '}
      {wereAsked
        ? 'the service doesn’t report their visits, or no longer has the link.'
        : 'their visits couldn’t be loaded, or the service doesn’t report them.'}
    </QuietText>
  )
}

interface ChoicesProps {
  hasChannels: boolean
  grouping: Grouping
  setGrouping: (grouping: Grouping) => void
  period: Period
  setPeriod: (period: Period) => void
}

/** Selects what to compare, and the period. */
function CompareChoices({ hasChannels, grouping, setGrouping, period, setPeriod }: ChoicesProps) {
  return (
    <Group gap="xs">
      {hasChannels && (
        <SegmentedControl
          aria-label="Compare"
          size="xs"
          data={[
            { value: 'links', label: 'Links' },
            { value: 'channels', label: 'Channels in Google Analytics' },
          ]}
          value={grouping}
          onChange={setGrouping}
        />
      )}
      <SegmentedControl
        aria-label="Time"
        size="xs"
        data={namesOf(periods)}
        value={period}
        onChange={setPeriod}
      />
    </Group>
  )
}
