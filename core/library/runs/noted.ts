import type { RowRemark } from '../../../contract/runs/run.ts'
import { fromJson } from '../row.ts'

/** What was striking in a row when it was read, which its cells do not tell: a date that a spreadsheet has made of a text, say. */
export interface Noted {
  faults: RowRemark[]
  remarks: RowRemark[]
}

/** What a row's `noted` says. What was written anew since is no longer what was read. */
export function notedIn(text: string | null): Noted {
  return (text === null ? undefined : (fromJson(text) as Noted | undefined)) ?? { faults: [], remarks: [] }
}

/** A row's `noted` after some of its cells were written anew; `null` where nothing is left of it. */
export function notedWithout(text: string | null, columns: readonly number[]): string | null {
  const { faults, remarks } = notedIn(text)
  const isLeft = ({ column }: RowRemark) => column === null || !columns.includes(column)
  const left: Noted = { faults: faults.filter(isLeft), remarks: remarks.filter(isLeft) }
  return left.faults.length + left.remarks.length === 0 ? null : JSON.stringify(left)
}
