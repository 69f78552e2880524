import { Box, Checkbox, Group, SegmentedControl } from '@mantine/core'
import { lazy, useRef, useState } from 'react'
import { dayMs, toUtcDay, firstDayOfPeriod } from '../../../contract/app/text/utcDay.ts'
import { useVisits, type LinkVisits } from '../../api/visits.ts'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { fileName, visitsCells } from './cells.ts'
import { Referrers } from './Referrers.tsx'
import { SaveVisits } from './SaveVisits.tsx'
import { daysSince, hoursToShow, lastHours, splits, type Bucket, type Split } from './series.ts'
import { VisitsTable } from './VisitsTable.tsx'
import { botKindsText, lastVisit, bucketName, sinceYesterday, visitsText } from './visitText.ts'
import { VisitsFailure, VisitsWait } from './VisitsState.tsx'
import styles from './visits.module.css'
import { QuietText } from '../../ui/variants.ts'

// Its libraries are larger than the rest of a screen.
const VisitsChart = lazy(() => import('./VisitsChart.tsx'))

const spans = {
  Hours: { unit: 'hours', days: 3 },
  '30 days': { unit: 'days', days: 30 },
  '90 days': { unit: 'days', days: 90 },
} as const
type Span = keyof typeof spans
type Unit = 'days' | 'hours'

/** Shows how many visits a link had, when, on which devices, and from where. */
export function Visits({ id, title }: { id: string; title: string }) {
  const [chosenSpan, setChosenSpan] = useState<Span | null>(null)
  const [split, setSplit] = useState<Split>('platforms')
  const [bots, setBots] = useState(false)
  const visits = useVisits(id, spans[chosenSpan ?? '30 days'].days)
  const { data, dataUpdatedAt: now } = visits
  const loaded = data && !isEmpty(data) ? data : null
  // Once a time was chosen, its control stays and keeps the focus.
  const isLoadingSpan = data === undefined && !visits.error && chosenSpan !== null
  if (!loaded && !isLoadingSpan) return <NoVisits visits={visits} />
  const span = chosenSpan ?? (isFresh(loaded, now) ? 'Hours' : '30 days')
  const { unit, days } = spans[span]
  const listBuckets = (reported: ReportedVisits) =>
    unit === 'days'
      ? daysSince(reported, firstDayOfPeriod(days, now), now)
      : lastHours(reported, now, hoursToShow(reported, now, bots))
  return (
    <div className={styles['visits']}>
      <VisitsFailure visits={visits} outcome="The visits couldn’t be updated." />
      {loaded && <Summary visits={loaded} buckets={listBuckets(loaded)} unit={unit} now={now} />}
      <Group className={styles['controls']} gap="8px 14px">
        <SegmentedControl
          aria-label="Time"
          size="xs"
          data={Object.keys(spans)}
          value={span}
          onChange={(value) => setChosenSpan(value as Span)}
        />
        <SegmentedControl
          aria-label="Split by"
          size="xs"
          data={Object.entries(splits).map(([value, { label }]) => ({ value, label }))}
          value={split}
          onChange={(value) => setSplit(value as Split)}
        />
        <Checkbox size="xs" label="Bots" checked={bots} onChange={() => setBots(!bots)} />
      </Group>
      {loaded ? (
        <VisitsFigure visits={loaded} buckets={listBuckets(loaded)} {...{ unit, split, bots, title }} />
      ) : (
        <VisitsWait visits={visits} />
      )}
    </div>
  )
}

type ReportedVisits = NonNullable<LinkVisits>

type VisitsQuery = ReturnType<typeof useVisits>

/** Shows why there are no visits to show. */
function NoVisits({ visits }: { visits: VisitsQuery }) {
  if (visits.error) return <VisitsFailure visits={visits} />
  if (visits.data === undefined) return <VisitsWait visits={visits} />
  return (
    <QuietText>
      {visits.data === null
        ? 'This service doesn’t report visits.'
        : 'No one has opened this link yet. Visits are updated every minute.'}
    </QuietText>
  )
}

function isEmpty({ total, bots, tests }: ReportedVisits): boolean {
  return total + bots + tests === 0
}

/** Whether the first visit was today or yesterday, so that hours say more than days. */
function isFresh(visits: LinkVisits, now: number): boolean {
  return (visits?.since ?? '') >= toUtcDay(now - dayMs)
}

interface SummaryProps {
  visits: ReportedVisits
  buckets: readonly Bucket[]
  unit: Unit
  now: number
}

function Summary({ visits, buckets, unit, now }: SummaryProps) {
  const last = lastVisit(visits)
  return (
    <p>
      <strong>{visitsText(visits.total)}</strong>
      {periodText({ visits, buckets, unit, now })}
      {last !== null && ` The last visit was ${last}.`}
      {visits.tests > 0 && (
        <QuietText span>
          {' '}
          {visits.tests.toLocaleString()} more {visits.tests === 1 ? 'was a test' : 'were tests'} from
          Linkwright.
        </QuietText>
      )}
    </p>
  )
}

/**
 * Completes "42 visits": ", all in the last 12 hours." or " since 3 Nov: 7 in the last 12 hours, 9 since yesterday."
 */
function periodText({ visits, buckets, unit, now }: SummaryProps): string {
  const total = buckets.reduce((sum, bucket) => sum + bucket.total, 0)
  const recent = sinceYesterday(visits, now)
  const period = `in the last ${buckets.length} ${unit}`
  if (total > 0 && total === visits.total)
    return `, all ${period}${recent < total ? `, ${recent.toLocaleString()} since yesterday` : ''}.`
  const since = visits.since === null ? '' : ` since ${bucketName(visits.since, 'days')}`
  return `${since}: ${total.toLocaleString()} ${period}, ${recent.toLocaleString()} since yesterday.`
}

interface VisitsFigureProps {
  visits: ReportedVisits
  buckets: readonly Bucket[]
  unit: Unit
  split: Split
  bots: boolean
  title: string
}

function VisitsFigure({ visits, buckets, unit, split, bots, title }: VisitsFigureProps) {
  const chartElement = useRef<HTMLDivElement>(null)
  const label = `Visits of the last ${buckets.length} ${unit}, by ${splits[split].label.toLowerCase()}`
  return (
    <>
      <Box mih={220}>
        <LaterPart>
          <VisitsChart {...{ buckets, unit, split, bots, label }} ref={chartElement} />
        </LaterPart>
      </Box>
      {bots && <QuietText>{botKindsText(buckets)}</QuietText>}
      {unit === 'days' && <QuietText>Days are in UTC.</QuietText>}
      <Group gap="8px 14px" align="flex-start" justify="space-between">
        <Referrers visits={visits} unit={unit} />
        <SaveVisits name={fileName(title)} cells={() => visitsCells(buckets)} chart={chartElement} />
      </Group>
      <Fold title="The numbers">
        <VisitsTable {...{ buckets, unit, split, label }} />
      </Fold>
    </>
  )
}
