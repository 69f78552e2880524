import type { RunRow } from '../../../../contract/app/runs/run.ts'
import { PrintedTable } from '../../../features/grid/PrintedTable.tsx'
import { usePrintedRows } from '../../../features/grid/usePrintedRows.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import type { TableColumn } from '../../../ui/Table.tsx'
import type { GridColumn } from './columns.ts'
import { stateLabel, type RowStates } from './rowStates.ts'
import type { RunRows } from './useRunRows.ts'

interface PrintedRowsProps {
  rows: RunRows
  columns: readonly GridColumn[]
  states: RowStates
}

/** Renders the rows of a run for print, with all columns. */
export function PrintedRows({ rows, columns, states }: PrintedRowsProps) {
  const printed = usePrintedRows({
    loaded: () => Array.from({ length: rows.count }, (_, index) => rows.at(index) ?? []).flat(),
    read: (max) => rows.readFrom(0, max),
  })
  const all: TableColumn<RunRow>[] = [
    { head: 'Row', cell: ({ number }) => String(number) },
    { head: 'State', cell: (row) => stateLabel(row, states) },
    ...columns.map(({ label, text }) => ({ head: label, cell: text })),
  ]
  return (
    <PrintedTable
      caption={formatCaption(printed.length, rows)}
      columns={all}
      rows={printed}
      getKey={({ number }) => String(number)}
    />
  )
}

function formatCaption(printed: number, { count, isWhole }: RunRows): string {
  if (printed >= count && isWhole) return formatCount(printed, 'row')
  const total = isWhole ? formatNumber(count) : `more than ${formatNumber(count)}`
  return `${formatCount(printed, 'row')} of ${total}. Download the table for all.`
}
