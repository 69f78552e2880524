import { Box, Text } from '@mantine/core'
import type { SampleRow } from '../../../../contract/app/library/imports.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { Table, type TableColumn } from '../../../ui/Table.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { QuietText } from '../../../ui/variants.ts'

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
  const arePlaced = rows.some(({ profileName, environment }) => profileName !== null || environment !== null)
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
          ...(arePlaced ? [placeColumn] : []),
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

/** Empty for links of another service. */
const placeColumn: TableColumn<SampleRow> = {
  head: 'Where',
  cell: ({ profileName, environment }) => (
    <>
      {profileName ?? '–'} {environment && <EnvironmentBadge environment={environment} />}
    </>
  ),
}

/** Shows a link, its title, and where it goes: as in the file, and as the library has it if that differs. */
function LinkCell({ row: { link, title, destination, kept } }: { row: SampleRow }) {
  return (
    <>
      <Text inherit ff="monospace">
        {shorten(link ?? '–', 48)}
      </Text>
      {title !== null && <QuietText>{shorten(title, 60)}</QuietText>}
      {destination !== null && (
        <QuietText title={destination}>
          {kept === undefined ? shorten(destination, 60) : <s>{shorten(destination, 60)}</s>}
        </QuietText>
      )}
      {kept !== undefined && <QuietText title={kept}>Your library keeps {shorten(kept, 60)}</QuietText>}
    </>
  )
}
