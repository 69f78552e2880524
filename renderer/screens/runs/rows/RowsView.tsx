import { Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { RowsHead } from './RowsHead.tsx'
import type { GridColumn } from './columns.ts'
import { RowsGrid } from './RowsGrid.tsx'
import type { RowStates } from './rowStates.ts'
import { useCellGrid } from './useCellGrid.ts'
import { useCellKeys } from './useCellKeys.ts'
import { useShownRows } from './useRunRows.ts'

interface RowsViewProps extends Pick<
  ComponentProps<typeof RowsHead>,
  'sentence' | 'isClean' | 'filters' | 'children'
> {
  run: Run
  label: string
  columns: readonly GridColumn[]
  states?: RowStates
  /** Returns texts about the focused row. `goToCell` focuses its cell of a column of the table. */
  bar: (row: RunRow, goToCell: (column: number) => void) => ReactNode
}

/** Shows the rows of a run that can't be edited, with filters and buttons. */
export function RowsView({ run, label, columns, states, bar, ...head }: RowsViewProps) {
  const { show, setShow, rows } = useShownRows(run, 'all')
  const grid = useCellGrid(rows, columns)
  const keys = useCellKeys({ rows, columns, grid })
  const row = rows.at(grid.current.row)
  return (
    <Stack component="section" gap={0} flex={1} mih={0} aria-label={label}>
      <RowsHead {...{ run, show, setShow }} {...head} />
      <RowsGrid {...{ label, rows, columns, grid, keys }} {...(states && { states })} />
      {row && bar(row, grid.goToCell)}
    </Stack>
  )
}
