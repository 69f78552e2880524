import { Box } from '@mantine/core'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { Table } from '../../ui/Table.tsx'
import { groupings, type Grouping, type Row } from './comparedRows.ts'

/** Shows the numbers of a comparison. */
export function ComparisonTable({ rows, grouping }: { rows: readonly Row[]; grouping: Grouping }) {
  const lastTwoDays = ({ line }: Row) => (line.at(-1) ?? 0) + (line.at(-2) ?? 0)
  return (
    <Box
      mah={320}
      style={{ overflow: 'auto' }}
      role="region"
      aria-label={`Visits of ${groupings[grouping].each}`}
      tabIndex={0}
    >
      <Table
        verticalSpacing={3}
        withRowBorders={false}
        columns={[
          { head: groupings[grouping].column, cell: (row) => <RowName row={row} />, isRowHeader: true },
          { head: '14 days', cell: (row) => row.recent.toLocaleString(), isNumber: true },
          { head: 'Yesterday and today', cell: (row) => lastTwoDays(row).toLocaleString(), isNumber: true },
          { head: 'Total', cell: (row) => row.total.toLocaleString(), isNumber: true },
          { head: 'Bots', cell: (row) => row.bots.toLocaleString(), isNumber: true },
        ]}
        rows={rows}
        getKey={({ id }) => id}
      />
    </Box>
  )
}

function RowName({ row: { name, environment } }: { row: Row }) {
  return (
    <>
      {name} <EnvironmentBadge environment={environment} />
    </>
  )
}
