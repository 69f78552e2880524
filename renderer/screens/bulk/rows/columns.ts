import type { RunRow } from '../../../../contract/runs/run.ts'
import { catalogue } from '../../../../contract/problemCatalogue.ts'

/** A column of the grid beside that which says how the row stands. */
export interface GridColumn {
  key: string
  label: string
  /** Which cell of the row it is; `null` for what the app says of the row. */
  cell: number | null
  text: (row: RunRow) => string
  /** In pixels, at the least. */
  width: number
}

const widths = { min: 132, max: 240, perLetter: 9, beside: 40 }

/** The columns of the table that a run was made from. */
export function createTableColumns(header: readonly string[]): GridColumn[] {
  return header.map((name, index) => ({
    key: `cell ${String(index)}`,
    label: name || `Column ${String(index + 1)}`,
    cell: index,
    text: ({ cells }) => cells[index] ?? '',
    width: Math.min(widths.max, Math.max(widths.min, name.length * widths.perLetter + widths.beside)),
  }))
}

/** What became of the rows, before the columns of their table. */
export const resultColumns: readonly GridColumn[] = [
  { key: 'link', label: 'Link', cell: null, text: ({ link }) => link ?? '', width: 240 },
  { key: 'reason', label: 'Why', cell: null, text: (row) => failureReason(row), width: 220 },
]

/** Why a row has no link. */
export function failureReason({ problem, faults, state }: RunRow): string {
  if (problem) return catalogue[problem.code].title + (problem.said ? `: ${problem.said}` : '')
  return state === 'faulty' ? faults.map(({ text }) => text).join(' ') : ''
}

/** How wide each column is drawn: what room there is belongs to all. */
export function layoutWidths(columns: readonly GridColumn[], room: number): number[] {
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  const more = Math.max(0, Math.floor((room - needed) / Math.max(1, columns.length)))
  return columns.map(({ width }) => width + more)
}
