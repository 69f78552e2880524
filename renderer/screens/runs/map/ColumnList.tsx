import { Box, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { columnsInTexts } from '../../../../contract/app/runs/mapping/sources.ts'
import type { ColumnUse, Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { SmallButton } from '../../../ui/variants.ts'

interface ColumnListProps {
  run: Run
  /** The first rows; `null` until they are known. */
  rows: readonly RunRow[] | null
  mapping: Mapping
  change: (mapping: Mapping) => void
}

/** Number of columns shown initially, and added with each click. */
const pageSize = 40
const samplesShown = 3

/** Lists the table's columns, each with its use. */
export function ColumnList({ run: { header, source }, rows, mapping, change }: ColumnListProps) {
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const inTexts = useMemo(() => columnsInTexts(header, mapping), [header, mapping])
  const hiddenCount = header.length - visibleCount
  const changeAt = (index: number) => (use: ColumnUse) =>
    change({
      ...mapping,
      columns: header.map((_, column) =>
        column === index ? use : (mapping.columns[column] ?? unusedColumn),
      ),
    })
  return (
    <Stack component="section" gap={10} maw="var(--measure)" aria-labelledby="bulk-columns">
      <h3 id="bulk-columns">{source.kind === 'lists' ? 'Your lists' : 'The columns of your table'}</h3>
      <Box component="ul" bd="1px solid var(--line)" bdrs={10}>
        {header.slice(0, visibleCount).map((name, index) => {
          const use = mapping.columns[index] ?? unusedColumn
          return (
            <ColumnRow
              key={index}
              name={name || `Column ${String(index + 1)}`}
              samples={rows && columnSamples(rows, index)}
              use={use}
              isInText={inTexts.has(index)}
              change={changeAt(index)}
            />
          )
        })}
      </Box>
      {hiddenCount > 0 && (
        <SmallButton
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setVisibleCount(visibleCount + pageSize)}
        >
          Show {formatCount(Math.min(hiddenCount, pageSize), 'more column', 'more columns')} of{' '}
          {hiddenCount.toLocaleString()}
        </SmallButton>
      )}
    </Stack>
  )
}

const unusedColumn: ColumnUse = { to: 'nothing' }

function columnSamples(rows: readonly RunRow[], column: number): string[] {
  const texts = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((text) => text !== '')
  return [...new Set(texts)].slice(0, samplesShown)
}
