import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import { rowOutcomes } from '../../../../contract/runs/outcomes.ts'
import { reasonOf } from '../rows/columns.ts'

/** The rows as they were, in their order, with what became of each: what is put into the spreadsheet beside them. */
export function resultTable({ header }: Pick<Run, 'header'>, rows: readonly RunRow[]): string[][] {
  return [
    [...header, 'Link', 'Outcome', 'Reason'],
    ...rows.map((row) => [
      ...header.map((_, at) => row.cells[at] ?? ''),
      row.link ?? '',
      rowOutcomes[row.state],
      reasonOf(row),
    ]),
  ]
}
