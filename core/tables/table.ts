import type { DetectedEncoding } from './encoding.ts'

/** An issue with a cell, or with the whole row if there is no column, that the cells' text doesn't show. */
export interface Note {
  column: number | null
  text: string
  /** Whether this is an error, which prevents sending the row, instead of a warning. */
  isError: boolean
  /** Why a row can't be used at all: it can't be read, or its cells don't fit the header. */
  kind?: 'unreadable' | 'misfit'
}

/** A row as read from its source. */
export interface SheetRow {
  cells: string[]
  notes?: Note[]
  /** The addresses that cells are linked to, by column. */
  links?: Record<number, string>
  /** The cells of a row that doesn't fit its header, put back together where that is certain. */
  repaired?: string[]
  /**
   * Its number in the source, starting at 1. Required if the source omits blank rows; by default, one more than the
   * previous row's.
   */
  row?: number
}

/** Where a table is read from: a file, or cells from the clipboard. */
export type TableInput =
  | {
      file: string
      /** Replaces the detected encoding of a text. */
      encoding?: DetectedEncoding['encoding'] | undefined
      /** Index of a workbook's sheet; by default, the first that is neither empty nor hidden. */
      sheet?: number | undefined
      /** Whether only the names of a workbook's sheets are needed. */
      namesOnly?: boolean
    }
  | { text: string; html: string }

/** What is known about a table before its rows are read. */
export interface TableInfo {
  kind: 'text' | 'json' | 'xlsx' | 'ods' | 'html'
  /** The total for the reported progress. */
  size: number
  /** The column names, if the rows don't start with them. */
  header?: readonly string[]
  encoding?: DetectedEncoding
  /** The delimiter of a text; empty if every line is one cell. */
  delimiter?: string
  /** The names of a workbook's sheets. */
  sheets?: readonly string[]
  /** The beginning of a text, up to 1,000 characters. */
  head?: string
  /** Whether a row without its last cells is complete, because the source omits empty ones. */
  omitsEmptyCells?: boolean
}

/** A table that is read in batches. */
export interface Table extends TableInfo {
  rows: Generator<SheetRow[]>
  /** Returns how much was read, in the unit of `size`. */
  progress: () => number
}
