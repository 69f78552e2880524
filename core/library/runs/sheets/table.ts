import type { ColumnUse } from '../../../../contract/runs/mapping.ts'
import type { SourceKind } from '../../../../contract/runs/run.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'

/** An issue that the texts don't show, at a cell or, without a column, at the row. */
export interface Note {
  column: number | null
  text: string
  /** Whether it prevents sending the row, instead of being a warning. */
  isError: boolean
}

/** A row as read from its source. */
export interface SheetRow {
  cells: string[]
  notes?: Note[]
  /** Its number in the source, from 1, if the source leaves out blank rows. Otherwise it follows the row before. */
  row?: number
}

/** A table that is read in batches. */
export interface Table {
  kind: SourceKind
  /** The table's display name. */
  name: string
  rows: AsyncGenerator<SheetRow[]> | Generator<SheetRow[]>
  /** Closes the source if its rows aren't read to the end. */
  close?: () => void
  /** The total for the reported progress. */
  size: number
  /** The column names, if the rows don't start with them. */
  header?: readonly string[]
  /** The delimiter of a text. */
  delimiter?: CsvDelimiter
  /** The use of each column, if known. */
  uses?: readonly ColumnUse[]
}
