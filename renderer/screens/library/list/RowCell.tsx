import { createElement, useContext, type ReactNode } from 'react'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { isParameter, parameterName } from '../../../../contract/service/link/parameters.ts'
import type { ParameterField } from '../../../../contract/service/link/parameters.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { Sparkline } from '../../../features/visits/Sparkline.tsx'
import { visitsText } from '../../../features/visits/visitText.ts'
import { Badge, EnvironmentBadge, StateBadge } from '../../../ui/Badge.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { formatDayShort, formatTime, formatTimeShort } from '../../../ui/formatTime.ts'
import { sourceMedium } from '../../../link/summary.ts'
import { VisitLines } from './visitLines.ts'
import styles from './list.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'

const maxShownTags = 2
const maxNoteLength = 110
const maxDestinationLength = 120

/** Returns the id of the cell of a column. */
export function cellId(row: string, column: ColumnName | 'title'): string {
  return `${row}-${column}`
}

interface PartProps {
  row: LibraryRow
}

/** Shows the content of a row's cell. */
export function RowCell({ row, name }: PartProps & { name: ColumnName }) {
  return (
    <div role="gridcell" id={cellId(row.id, name)} data-column={name}>
      {isParameter(name) ? (
        <Parameter name={parameterName(name)} row={row} />
      ) : (
        createElement(cellParts[name], { row })
      )}
    </div>
  )
}

const cellParts: Record<Exclude<ColumnName, ParameterField>, (props: PartProps) => ReactNode> = {
  destination: Destination,
  path: ({ row: { path } }) => path !== null && <Line code text={`/${path}`} />,
  channel: ({ row }) => <Line text={sourceMedium(row)} />,
  reportChannel: ({ row }) => <Line text={row.reportChannel} />,
  campaign: ({ row }) => <Line text={row.campaign} />,
  parameters: ({ row }) => <Line text={row.parameters.join(' · ')} />,
  tags: Tags,
  state: State,
  environment: Place,
  profile: ({ row }) => <Line text={row.profileName} />,
  author: ({ row }) => <Line text={row.author} />,
  visits: Visits,
  opened: Opened,
  made: ({ row }) => <Time iso={row.createdAt} />,
  created: ({ row }) => <Time iso={row.knownCreatedAt} none="Unknown" />,
  checked: ({ row }) => <Time iso={row.checkedAt} />,
  note: ({ row }) => <Line text={row.note} />,
}

/** Shows the values of a parameter. Addresses of phones can have others. */
function Parameter({ name, row: { parameters } }: PartProps & { name: string }) {
  const values = parameters.flatMap((text) =>
    text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : [],
  )
  return <Line text={values.join(' · ')} />
}

/** Shows the host and the start of the path, truncated at the end, and the number of other platforms' addresses. */
function Destination({ row: { destination, moreDestinations } }: PartProps) {
  if (destination === null) return null
  return (
    <span className={styles['destination']}>
      <span className={styles['line']} title={destination}>
        {shorten(destination.replace(/^https?:\/\//i, ''), maxDestinationLength)}
      </span>
      {moreDestinations > 0 && (
        <span
          className={styles['more']}
          title={`${String(moreDestinations)} other ${moreDestinations === 1 ? 'address' : 'addresses'} for iOS or Android`}
        >
          +{moreDestinations}
        </span>
      )}
    </span>
  )
}

/** Shows whether the link works, as last known. */
function State({ row }: PartProps) {
  const { state, differs, damaged, lastCheck, endsAt } = row
  if (damaged) return <Badge tone="bad">Damaged</Badge>
  if (lastCheck === 'inactive') return <Line text={hasEnded(endsAt) ? 'Ended' : 'Off'} />
  if (state !== 'created' || differs || (lastCheck !== null && lastCheck !== 'same'))
    return <StateBadge state={state} differs={differs} check={lastCheck} />
  return <Line text={endsAt === null ? 'On' : `Ends ${formatTimeShort(new Date(endsAt).toISOString())}`} />
}

function hasEnded(endsAt: number | null): boolean {
  return endsAt !== null && endsAt <= Date.now()
}

/** Shows the environment as a mark. */
function Place({ row }: PartProps) {
  return row.state !== 'reference' && <EnvironmentBadge environment={row.environment} />
}

/** Shows the first tags and how many more there are. The number is never truncated. */
function Tags({ row: { tags } }: PartProps) {
  const more = tags.length - maxShownTags
  return (
    <span className={styles['tagList']} title={tags.join(', ')}>
      {tags.slice(0, maxShownTags).map((tag) => (
        <span key={tag} className={styles['tag']}>
          {shorten(tag, 24)}
        </span>
      ))}
      {more > 0 && <span className={styles['moreTags']}>+{more}</span>}
    </span>
  )
}

/**
 * Shows the number of visits, and a sparkline of the last 14 days once the service has reported them again. The number is
 * the one that the list is sorted or filtered by. Renders nothing if unknown.
 */
function Visits({ row: { id, visits: stored, visitsAt } }: PartProps) {
  const { lines, hasStoredTotals } = useContext(VisitLines)
  const visits = lines[id]
  const total = hasStoredTotals ? stored : (visits?.total ?? stored)
  if (total === null) return null
  const title =
    visits && !hasStoredTotals
      ? `${visitsText(total)} in total, with the last 14 days`
      : `${visitsText(total)} in total, as of ${formatTime(visitsAt ?? '')}`
  return (
    <span className={styles['visits']} title={title}>
      {visits && <Sparkline line={visits.line} />}
      {formatNumber(total)}
    </span>
  )
}

/** Shows the last day with visits. Days are in UTC. */
function Opened({ row: { visits, lastVisit } }: PartProps) {
  if (visits === null) return null
  return (
    <span className={styles['date']} title={`${lastVisit ?? 'Never'} (UTC)`}>
      {lastVisit === null ? 'Never' : formatDayShort(lastVisit)}
    </span>
  )
}

function Time({ iso, none = 'Never' }: { iso: string | null; none?: string }) {
  if (iso === null) return <span className={styles['date']}>{none}</span>
  return (
    <time className={styles['date']} dateTime={iso} title={formatTime(iso)}>
      {formatTimeShort(iso)}
    </time>
  )
}

interface LineProps {
  /** Nothing is shown for `null` and an empty text. */
  text: string | null
  code?: boolean
}

function Line({ text, code = false }: LineProps) {
  if (!text) return null
  return (
    <span className={styles['line']} data-code={code || undefined} title={text}>
      {shorten(text, maxNoteLength)}
    </span>
  )
}
