import type { RowWarning } from '../../../contract/runs/run.ts'
import { parseJson } from '../linkRow.ts'

/**
 * Issues found while reading a row that its cells don't show, such as a text that a spreadsheet turned into a
 * date.
 */
export interface ReadNotes {
  faults: RowWarning[]
  remarks: RowWarning[]
}

/** Parses a row's `noted`. Notes of cells that were edited since are removed. */
export function parseReadNotes(text: string | null): ReadNotes {
  return (
    (text === null ? undefined : (parseJson(text) as ReadNotes | undefined)) ?? { faults: [], remarks: [] }
  )
}

/** Returns a row's `noted` after cells were edited; `null` if nothing is left. */
export function withoutNotes(text: string | null, columns: readonly number[]): string | null {
  const { faults, remarks } = parseReadNotes(text)
  const isLeft = ({ column }: RowWarning) => column === null || !columns.includes(column)
  const left: ReadNotes = { faults: faults.filter(isLeft), remarks: remarks.filter(isLeft) }
  return left.faults.length + left.remarks.length === 0 ? null : JSON.stringify(left)
}
