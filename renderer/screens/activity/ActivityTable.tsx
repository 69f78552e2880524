import { Stack } from '@mantine/core'
import type { ActivityEntry } from '../../../contract/app/calls/app/activity.ts'
import { Badge } from '../../ui/Badge.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Table } from '../../ui/Table.tsx'
import type { TableColumn } from '../../ui/Table.tsx'
import { shorten } from '../../ui/shorten.ts'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { formatEnvironment, formatDuration, formatMoment, formatSize } from './format.ts'
import { operationNames } from './operations.ts'
import { describeOutcome } from './outcome.ts'
import { useEntryProfile } from './useEntryProfile.ts'
import styles from './activity.module.css'

/** Shows requests as rows. Clicking a row opens its request; for keyboard users, the operation is a link. */
export function ActivityTable({ entries }: { entries: ActivityEntry[] }) {
  return <Table className={styles['table']} columns={columns} rows={entries} getKey={({ id }) => id} />
}

const columns: TableColumn<ActivityEntry>[] = [
  { head: 'Time', cell: ({ time }) => formatMoment(time), className: styles['time'] },
  {
    head: 'Operation',
    cell: (entry) => (
      // It covers the row, so that its tooltip appears over the cut texts.
      <RowLink href={`/activity/${entry.id}`} title={rowTitle(entry)}>
        {operationNames[entry.operation]}
      </RowLink>
    ),
    className: styles['operation'],
  },
  { head: 'Link', cell: (entry) => <Subject entry={entry} />, className: styles['subject'] },
  { head: 'Profile', cell: (entry) => <EntryProfile entry={entry} />, className: styles['where'] },
  { head: 'Outcome', cell: (entry) => <Outcome entry={entry} /> },
  { head: 'Duration', cell: ({ durationMs }) => formatDuration(durationMs), className: styles['number'] },
  { head: 'Size', cell: ({ bytes }) => formatSize(bytes), className: styles['number'] },
  { head: 'Attempt', cell: ({ attempt }) => attempt, className: styles['number'] },
]

function rowTitle(entry: ActivityEntry): string {
  return [entry.title, entry.link, describeOutcome(entry).why].filter((text) => text !== null).join('\n')
}

function Outcome({ entry }: { entry: ActivityEntry }) {
  const { tone, label, why } = describeOutcome(entry)
  return (
    <Stack className={styles['result']} component="span" gap={1} align="flex-start">
      <Badge tone={tone}>{label}</Badge>
      {why && <span>{why}</span>}
    </Stack>
  )
}

/** Maximum characters of a link in a row. Both ends stay visible. */
const maxLinkLength = 40

/** Shows the link that the request was about. Renders nothing for a connection test. */
function Subject({ entry: { title, link } }: { entry: ActivityEntry }) {
  return (
    <span className={styles['names']}>
      {title !== null && <span>{title}</span>}
      {link !== null && <span>{shorten(link.replace(/^https?:\/\//i, ''), maxLinkLength)}</span>}
    </span>
  )
}

function EntryProfile({ entry }: { entry: ActivityEntry }) {
  const { profile, name } = useEntryProfile(entry)
  return (
    <>
      {profile && <ProfileTile profile={profile} />}
      <span className={styles['names']}>
        <span>{name}</span>
        <span>{formatEnvironment(entry.environment)}</span>
      </span>
    </>
  )
}
