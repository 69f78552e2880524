import { Box } from '@mantine/core'
import { Table } from '../../ui/Table.tsx'
import { splits, type Bucket, type Split } from './series.ts'
import { bucketName } from './visitText.ts'

interface VisitsTableProps {
  buckets: readonly Bucket[]
  unit: 'days' | 'hours'
  split: Split
  label: string
}

/** Shows a chart's numbers, newest first. */
export function VisitsTable({ buckets, unit, split, label }: VisitsTableProps) {
  const { parts, names } = splits[split]
  const getCount = (bucket: Bucket, part: string) => (bucket[split] as Record<string, number>)[part] ?? 0
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
          { head: 'Visits', cell: ({ total }) => total.toLocaleString(), isNumber: true },
          ...parts.map((part) => ({
            head: (names as Record<string, string>)[part] ?? part,
            cell: (bucket: Bucket) => getCount(bucket, part).toLocaleString(),
            isNumber: true,
          })),
          { head: 'Bots', cell: ({ bots }) => bots.toLocaleString(), isNumber: true },
          { head: 'Tests', cell: ({ tests }) => tests.toLocaleString(), isNumber: true },
        ]}
        rows={buckets.toReversed()}
        getKey={({ at }) => at}
      />
    </Box>
  )
}
