import { Box, Text } from '@mantine/core'
import type { SampleRow } from '../../../../contract/app/library/imports.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { Table, type TableColumn } from '../../../ui/Table.tsx'
import { shorten } from '../../../ui/shorten.ts'

const outcomes: Record<SampleRow['outcome'], string> = {
  new: 'New',
  known: 'In your library',
  foreign: 'Another service',
}

interface SampleProps {
  rows: readonly SampleRow[]
  /** Whether the service of the links without a domain is unknown. */
  hasUnknown: boolean
}

/** Shows the first rows of a file as they would be imported. */
export function Sample({ rows, hasUnknown }: SampleProps) {
  // Hides columns without any value, such as the profile for links of another service.
  const hasProfiles = rows.some(({ profileName }) => profileName !== null)
  const hasEnvironments = rows.some(({ environment }) => environment !== null)
  const hasDestinations = rows.some(({ destination }) => destination !== null)
  return (
    <Box
      mah="min(264px, 32vh)"
      bd="1px solid var(--line)"
      bdrs="sm"
      px={10}
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="First links in the file"
    >
      <Table
        fz="sm"
        verticalSpacing={6}
        stickyHeader
        columns={[
          { head: 'Row', cell: ({ row }) => row.toLocaleString() },
          { head: 'Link', hasLongWords: true, cell: (row) => <LinkCell row={row} /> },
          ...(hasDestinations
            ? [
                {
                  head: 'Destination',
                  hasLongWords: true,
                  cell: (row: SampleRow) => <DestinationCell row={row} />,
                },
              ]
            : []),
          ...(hasProfiles ? [profileColumn] : []),
          ...(hasEnvironments ? [environmentColumn] : []),
          {
            head: 'Status',
            cell: (row) => (hasUnknown && isNewPath(row) ? 'No domain' : outcomes[row.outcome]),
          },
        ]}
        rows={rows}
        getKey={({ row }) => row}
      />
    </Box>
  )
}

/** Whether a new link is identified only by its path. */
function isNewPath({ link, outcome }: SampleRow): boolean {
  return outcome === 'new' && link !== null && !link.includes('/')
}

const profileColumn: TableColumn<SampleRow> = {
  head: 'Profile',
  cell: ({ profileName }) => profileName ?? '–',
}

const environmentColumn: TableColumn<SampleRow> = {
  head: 'Environment',
  cell: ({ environment }) => (environment ? <EnvironmentBadge environment={environment} /> : '–'),
}

function LinkCell({ row: { link, title } }: { row: SampleRow }) {
  return (
    <>
      <Text inherit ff="monospace">
        {shorten(link ?? '–', 48)}
      </Text>
      {title !== null && (
        <Text inherit c="dimmed">
          {shorten(title, 60)}
        </Text>
      )}
    </>
  )
}

function DestinationCell({ row: { destination, kept } }: { row: SampleRow }) {
  if (kept === undefined)
    return <span title={destination ?? undefined}>{shorten(destination ?? '–', 60)}</span>
  return (
    <>
      <s title={destination ?? undefined}>{shorten(destination ?? '–', 60)}</s>
      <Text inherit c="dimmed" title={kept}>
        Your library keeps {shorten(kept, 60)}
      </Text>
    </>
  )
}
