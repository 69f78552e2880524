import type { ColumnUse } from '../../../../contract/runs/mapping.ts'
import type { SourceKind } from '../../../../contract/runs/run.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'

/** An issue with a cell, or with the whole row if there is no column, that the cells' text doesn't show. */
export interface Note {
  column: number | null
  text: string
  /** Whether this is an error, which prevents sending the row, instead of a warning. */
  isError: boolean
}

/** A row as read from its source. */
export interface SheetRow {
  cells: string[]
  notes?: Note[]
  /**
   * Its number in the source, starting at 1. Required if the source omits blank rows; by default, one more than the
   * previous row's.
   */
  row?: number
}

/** A table that is read in batches. */
export interface Table {
  kind: SourceKind
  /** The table's display name. */
  name: string
  rows: AsyncGenerator<SheetRow[]> | Generator<SheetRow[]>
  /** Closes the source if not all rows were read. */
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
