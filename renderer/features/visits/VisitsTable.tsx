import { Box } from '@mantine/core'
import { Table } from '../../ui/Table.tsx'
import { visitColumns, type Bucket, type Split } from './series.ts'
import { bucketName } from './visitText.ts'

interface VisitsTableProps {
  buckets: readonly Bucket[]
  unit: 'days' | 'hours'
  split: Split
  label: string
}

/** Shows a chart's numbers, newest first. */
export function VisitsTable({ buckets, unit, split, label }: VisitsTableProps) {
  return (
    <Box mah={320} style={{ overflow: 'auto' }} role="region" aria-label={label} tabIndex={0}>
      <Table
        verticalSpacing={3}
        withRowBorders={false}
        aria-label={label}
        columns={[
          {
            head: unit === 'days' ? 'Day (UTC)' : 'Hour from',
            cell: ({ at }) => bucketName(at, unit),
            isRowHeader: true,
          },
          ...visitColumns([split]).map(({ head, count }) => ({
            head,
            cell: (bucket: Bucket) => count(bucket).toLocaleString(),
            isNumber: true,
          })),
        ]}
        rows={buckets.toReversed()}
        getKey={({ at }) => at}
      />
    </Box>
  )
}
