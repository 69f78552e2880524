import type { RowWarning } from '../../../contract/runs/run.ts'
import { parseJson } from '../linkRow.ts'

/** What was striking in a row when it was read, which its cells do not tell: a date that a spreadsheet has made of a text, say. */
export interface ReadNotes {
  faults: RowWarning[]
  remarks: RowWarning[]
}

/** What a row's `noted` says. What was written anew since is no longer what was read. */
export function parseReadNotes(text: string | null): ReadNotes {
  return (
    (text === null ? undefined : (parseJson(text) as ReadNotes | undefined)) ?? { faults: [], remarks: [] }
  )
}

/** A row's `noted` after some of its cells were written anew; `null` where nothing is left of it. */
export function withoutNotes(text: string | null, columns: readonly number[]): string | null {
  const { faults, remarks } = parseReadNotes(text)
  const isLeft = ({ column }: RowWarning) => column === null || !columns.includes(column)
  const left: ReadNotes = { faults: faults.filter(isLeft), remarks: remarks.filter(isLeft) }
  return left.faults.length + left.remarks.length === 0 ? null : JSON.stringify(left)
}
