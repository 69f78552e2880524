import { useContext, type ReactNode } from 'react'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { isParameter, parameterName } from '../../../../contract/service/link/parameters.ts'
import type { ParameterField } from '../../../../contract/service/link/parameters.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { Sparkline } from '../../../features/visits/Sparkline.tsx'
import { visitsText } from '../../../features/visits/visitText.ts'
import { Badge, EnvironmentBadge, StateBadge } from '../../../ui/Badge.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { formatDayShort, formatTime, formatTimeShort } from '../../../ui/formatTime.ts'
import type { Cell } from './columns.ts'
import { sourceMedium } from '../../../link/summary.ts'
import { VisitLines } from './visitLines.ts'
import styles from './list.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'

const maxShownTags = 2
const maxNoteLength = 110
const maxDestinationLength = 120

/** Returns the id of the cell of a column. */
export function cellId(row: string, column: ColumnName | 'title' | undefined): string {
  return `${row}-${column ?? ''}`
}

/** Shows the content of a row's cell: one value or several related ones. */
export function RowCell({ row, names }: { row: LibraryRow; names: Cell['names'] }) {
  return (
    <div role="gridcell" id={cellId(row.id, names[0])} data-column={names[0]}>
      {names.map((name, index) => {
        if (isParameter(name))
          return <Parameter key={name} name={parameterName(name)} row={row} names={names} />
        const Part = cellParts[name]
        return sharesLine(name, names[index - 1]) ? null : <Part key={name} row={row} names={names} />
      })}
    </div>
  )
}

interface PartProps {
  row: LibraryRow
  names: Cell['names']
}

/** Returns whether a column is shown on the same line as the column before it. */
function sharesLine(name: ColumnName, previous: ColumnName | undefined): boolean {
  const isAfterChannel = previous === 'channel' || previous === 'reportChannel'
  return isAfterChannel && (name === 'campaign' || name === 'reportChannel')
}

const cellParts: Record<Exclude<ColumnName, ParameterField>, (props: PartProps) => ReactNode> = {
  destination: Destination,
  path: ({ row: { path } }) => path !== null && <Line code text={`/${path}`} />,
  channel: Channel,
  reportChannel: Channel,
  campaign: Channel,
  parameters: ({ row, names }) =>
    row.parameters.length > 0 && <Line quiet={names.length > 1} text={row.parameters.join(' · ')} />,
  tags: Tags,
  state: State,
  environment: Place,
  profile: ({ row, names }) => <Line quiet={names.length > 1} text={row.profileName} />,
  author: ({ row, names }) => row.author !== null && <Line quiet={names.length > 1} text={row.author} />,
  visits: Visits,
  opened: ({ row }) => <Opened row={row} />,
  made: ({ row }) => <Time iso={row.createdAt} />,
  created: ({ row }) => <Time iso={row.knownCreatedAt} none="Unknown" />,
  checked: ({ row }) => <Time iso={row.checkedAt} />,
  note: ({ row }) => row.note !== null && <Line text={row.note} />,
}

/** Shows the values of a parameter. Addresses of phones can have others. */
function Parameter({ name, row: { parameters }, names }: PartProps & { name: string }) {
  const values = parameters.flatMap((text) =>
    text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : [],
  )
  return values.length > 0 && <Line quiet={names.length > 1} text={values.join(' · ')} />
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

/** Shows channel, source and medium, which distinguish the links of a campaign, and the campaign if there is room. */
function Channel({ row, names }: PartProps) {
  const channel = names.includes('channel') ? sourceMedium(row) : ''
  const parts = [
    // Comes first, because the line may be truncated, and the user chose this column.
    names.includes('reportChannel') ? row.reportChannel : null,
    channel,
    names.includes('campaign') ? row.campaign : null,
  ].filter(Boolean)
  return parts.length > 0 && <Line quiet={names[0] === 'destination'} text={parts.join(' · ')} />
}

/** Shows whether the link works, as last known. */
function State({ row }: PartProps) {
  const { state, differs, damaged, lastCheck, endsAt } = row
  if (damaged) return <Badge tone="bad">Damaged</Badge>
  if (lastCheck === 'inactive') return <Line quiet text={hasEnded(endsAt) ? 'Ended' : 'Off'} />
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

/** Shows the first tags and how many more there are, on one or two lines. The number is never truncated. */
function Tags({ row: { tags } }: PartProps) {
  const [first, second] = tags
  const more = tags.length - maxShownTags
  return (
    <span className={styles['tagList']} title={tags.join(', ')}>
      {first !== undefined && <span className={styles['tag']}>{shorten(first, 24)}</span>}
      {second !== undefined && (
        <span className={styles['lastTags']}>
          <span className={styles['tag']}>{shorten(second, 24)}</span>
          {more > 0 && <span className={styles['moreTags']}>+{more}</span>}
        </span>
      )}
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
function Opened({ row: { visits, lastVisit } }: Pick<PartProps, 'row'>) {
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

function Line({ text, quiet = false, code = false }: { text: string; quiet?: boolean; code?: boolean }) {
  return (
    <span
      className={styles['line']}
      data-quiet={quiet || undefined}
      data-code={code || undefined}
      title={text}
    >
      {shorten(text, maxNoteLength)}
    </span>
  )
}
