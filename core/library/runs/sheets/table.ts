import type { ColumnUse } from '../../../../contract/runs/mapping.ts'
import type { SourceKind } from '../../../../contract/runs/run.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'

/** Something striking at a cell or, without a column, in a row, which its texts do not tell. */
export interface Note {
  column: number | null
  text: string
  /** Whether it keeps the row from being sent, rather than being worth a look only. */
  isError: boolean
}

/** A row as its source has it. */
export interface SheetRow {
  cells: string[]
  notes?: Note[]
}

/** A table as it is read, some rows at a time. */
export interface Table {
  kind: SourceKind
  /** What it is called. */
  name: string
  rows: AsyncGenerator<SheetRow[]> | Generator<SheetRow[]>
  /** Lets go of what its rows are read from, should they not be read to their end. */
  close?: () => void
  /** Up to what its reading counts. */
  size: number
  /** The names of its columns, where the rows do not begin with them. */
  header?: readonly string[]
  /** What stands between its cells, if it is a text. */
  delimiter?: CsvDelimiter
  /** What the columns are for, where that is known. */
  uses?: readonly ColumnUse[]
}
