import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { madeEarlier, remarksIn } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

export type Likeness = Pick<StoredRow, 'run' | 'number' | 'likeness'>

/** The rows of a run that make the same link. */
export interface Alike {
  /** The first row before this one that makes the same link; `null` where none does. */
  earlier: (row: Likeness) => number | null
  /**
   * Tells of the other rows what is so after this one has changed from another likeness. At most one other row of each is concerned:
   * the next one, which is the first from now on, or is no longer.
   */
  tell: (row: Likeness, before: number | null) => void
  /** `earlier` for rows that are looked at from the first to the last, where nothing need be asked of a likeness that is new. */
  inOrder: () => Alike['earlier']
}

/** By what rows with the same request are found: 52 bits, which SQLite and JavaScript both hold. */
export function likenessOf(request: string): number {
  return Number.parseInt(hash('sha1', request, 'hex').slice(0, 13), 16)
}

export function createAlike(sql: DatabaseSync): Alike {
  const first = sql.prepare(
    'SELECT min(number) AS first FROM run_rows WHERE run = ? AND likeness = ? AND number < ?',
  )
  const next = sql.prepare(
    'SELECT * FROM run_rows WHERE run = ? AND likeness = ? AND number > ? ORDER BY number LIMIT 1',
  )
  const update = sql.prepare('UPDATE run_rows SET remarks = ? WHERE run = ? AND number = ?')

  const earlier = ({ run, number, likeness }: Likeness): number | null => {
    if (likeness === null) return null
    return (first.get(run, likeness, number)?.['first'] as number | null | undefined) ?? null
  }
  const setNext = ({ run, number, likeness }: Likeness, isMade: boolean): void => {
    const row = likeness === null ? undefined : (next.get(run, likeness, number) as StoredRow | undefined)
    if (!row) return
    const others = remarksIn(row.remarks).filter(({ text }) => text !== madeEarlier.text)
    const remarks = JSON.stringify(isMade ? [...others, madeEarlier] : others)
    if (remarks !== row.remarks) update.run(remarks, run, row.number)
  }
  let told = 0
  return {
    earlier,
    inOrder: () => {
      const seen = new Set<number>()
      const begun = told
      return (row) => {
        // A row that was written by others meanwhile may have a likeness that was not seen.
        if (row.likeness === null || seen.has(row.likeness) || told !== begun) return earlier(row)
        seen.add(row.likeness)
        return null
      }
    },
    tell: (row, before) => {
      if (row.likeness === before) return
      told++
      const left = { ...row, likeness: before }
      if (earlier(left) === null) setNext(left, false)
      if (earlier(row) === null) setNext(row, true)
    },
  }
}
