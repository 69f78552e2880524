import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../../contract/app/calls/app/activity.ts'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Table, type TableColumn } from '../../ui/Table.tsx'
import { shorten } from '../../ui/shorten.ts'
import {
  describeOutcome,
  formatDuration,
  formatEnvironment,
  formatMoment,
  formatSize,
  operationNames,
  useEntryProfile,
} from './request.ts'
import { QuietText } from '../../ui/variants.ts'

/** Shows requests as rows. Clicking a row opens its request; for keyboard users, the operation is a link. */
export function ActivityTable({ entries }: { entries: ActivityEntry[] }) {
  return (
    <Table
      layout="fixed"
      fz="md"
      verticalSpacing={4}
      highlightOnHover
      columns={columns}
      rows={entries}
      getKey={({ id }) => id}
    />
  )
}

/** Makes a column of quiet numbers that only a window of a certain size has room for. */
function number(w: number, visibleFrom: 'sm' | 'md') {
  return { isNumber: true, look: { w, visibleFrom, c: 'dimmed', fz: 'sm' } }
}

const columns: TableColumn<ActivityEntry>[] = [
  { head: 'Time', cell: ({ time }) => <Time time={time} />, look: { w: 118 } },
  { head: 'Operation', cell: (entry) => <Operation entry={entry} />, look: { w: 144 } },
  { head: 'Address', cell: ({ url }) => <Address url={url} /> },
  { head: 'Profile', cell: (entry) => <EntryProfile entry={entry} />, look: { w: 150 } },
  // Fits the reasons that occur most often.
  { head: 'Outcome', cell: (entry) => <Outcome entry={entry} />, look: { w: { md: 200 } } },
  { head: 'Duration', cell: (entry) => formatDuration(entry.durationMs), ...number(78, 'sm') },
  { head: 'Size', cell: ({ bytes }) => formatSize(bytes), ...number(78, 'md') },
  { head: 'Attempt', cell: ({ attempt }) => attempt, ...number(76, 'md') },
]

/** As high as two lines, so that all rows have the same height. */
function Time({ time }: { time: string }) {
  return (
    <Group component="time" mih={38} c="dimmed" fz="sm">
      {formatMoment(time)}
    </Group>
  )
}

/** Its tooltip covers the row, and so appears over the cut texts. */
function Operation({ entry }: { entry: ActivityEntry }) {
  const texts = [entry.url, describeOutcome(entry).why]
  return (
    <RowLink href={`/activity/${entry.id}`} title={texts.filter((text) => text !== null).join('\n')}>
      {operationNames[entry.operation]}
    </RowLink>
  )
}

/** Maximum characters of a path in a row. Both ends stay visible. */
const maxPathLength = 26

/** Shows the last two parts of an address, which name the link and what was requested, above its host. */
function Address({ url }: { url: string }) {
  const parsed = URL.parse(url)
  const path = (parsed?.pathname ?? url).split('/').slice(-2).join('/')
  return <TwoLines main={shorten(path, maxPathLength)} detail={parsed?.host ?? null} />
}

function EntryProfile({ entry }: { entry: ActivityEntry }) {
  const { profile, name } = useEntryProfile(entry)
  return (
    <Group gap="xs" wrap="nowrap">
      {profile && <ProfileTile profile={profile} />}
      <TwoLines main={name} detail={formatEnvironment(entry.environment)} />
    </Group>
  )
}

function Outcome({ entry }: { entry: ActivityEntry }) {
  const { tone, label, why } = describeOutcome(entry)
  return <TwoLines main={<Badge tone={tone}>{label}</Badge>} detail={why} />
}

/** Shows a text and a quiet one below it, both cut at the end of the column. */
function TwoLines({ main, detail }: { main: ReactNode; detail: string | null }) {
  return (
    <Stack gap={1} miw={0} lh={1.35}>
      {main !== null && (
        <Text span inherit truncate>
          {main}
        </Text>
      )}
      {detail !== null && (
        <QuietText span fz="xs" lh="inherit" truncate>
          {detail}
        </QuietText>
      )}
    </Stack>
  )
}
