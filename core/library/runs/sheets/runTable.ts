import type { ColumnUse } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { SourceKind } from '../../../../contract/app/runs/run.ts'
import type { TableReading } from '../../../../contract/app/tables/reading.ts'
import type { SheetRow } from '../../../tables/table.ts'

/** The rows of a run's source. */
export interface RunTable {
  kind: SourceKind
  name: string
  /** The column names, and whether the table has them. */
  names: readonly string[]
  isNamed: boolean
  /** The use of each column, if the source defines it. */
  uses?: readonly ColumnUse[]
  delimiter?: string | undefined
  /** How a file or paste was read. */
  reading?: TableReading
  /** The total for the reported progress. */
  size: number
  progress: () => number
  /** Returns the next rows; `null` after the last. */
  next: () => Promise<SheetRow[] | null>
  close?: () => void
}
