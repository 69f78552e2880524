import { useCallback, useState } from 'react'
import { visitLimits } from '../../../../contract/visits.ts'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useVisitTotals } from '../../../api/visits.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { showToast } from '../../../ui/toast.ts'
import type { Rows } from './useRows.ts'

/** Whether the list is in the order of visits, and how it comes to be. */
export interface VisitSort {
  isSorted: boolean
  begin: () => void
  end: () => void
}

/** By their ids, so that rows that come or go meanwhile move no other. */
interface SortedTotals {
  of: LibraryView
  count: number
  totals: ReadonlyMap<string, number>
}

/**
 * Puts the rows that are known, as many as services tell visits of at once, in the order of their visits, most first: the library
 * does not know these, and cannot be asked for its links in that order. The rows beyond follow as before. Nothing moves while one
 * looks at it.
 */
export function useVisitSort(rows: Rows): { rows: Rows; visitSort: VisitSort } {
  const [kept, setSorted] = useState<SortedTotals | null>(null)
  const sorted = kept?.of === rows.view ? kept : null
  const ask = useVisitTotals()
  const sort = (view: LibraryView, first: readonly LibraryRow[]) => {
    const count = first.length
    const ids = first.filter(({ link }) => link !== null).map(({ id }) => id)
    ask.mutate(ids, {
      onError: ({ problem }) => showProblemToast(problem),
      onSuccess: ({ lines, problem }) => {
        if (problem) showProblemToast(problem)
        else if (!rows.isWhole || rows.count > count) notifyPartial(count)
        setSorted({
          of: view,
          count,
          totals: new Map(Object.entries(lines).map(([id, { total }]) => [id, total])),
        })
      },
    })
  }
  const end = useCallback(() => setSorted(null), [])
  const begin = () => {
    const { view, count, between } = rows
    void between(0, Math.min(count, visitLimits.paths) - 1).then(
      (first) => sort(view, first),
      () => undefined,
    )
  }
  return {
    rows: sorted ? sortRows(rows, sorted) : rows,
    visitSort: { isSorted: sorted !== null, begin, end },
  }
}

function notifyPartial(count: number): void {
  const title = 'In the order of visits'
  showToast({ title, message: `These are the first ${count} links. The others follow as before.` })
}

function sortRows(rows: Rows, { count, totals }: SortedTotals): Rows {
  const first = Array.from({ length: Math.min(count, rows.count) }, (_, index) => rows.at(index))
  const sorted = sortByTotal(first, totals)
  const isAmong = (index: number) => index < first.length
  return {
    ...rows,
    at: (index) => (isAmong(index) ? sorted[index] : rows.at(index)),
    // Any of the first rows may stand on the screen.
    look: (from, to) => (isAmong(from) ? rows.look(0, Math.max(to, first.length - 1)) : rows.look(from, to)),
    between: async (from, to) => {
      if (!isAmong(from)) return await rows.between(from, to)
      const all = await rows.between(0, Math.max(to, first.length - 1))
      return [...sortByTotal(all.slice(0, first.length), totals), ...all.slice(first.length)].slice(
        from,
        to + 1,
      )
    },
  }
}

/** Most first; those without a known number last, and those that are alike in their order. */
function sortByTotal<Row extends LibraryRow | undefined>(
  rows: readonly Row[],
  totals: ReadonlyMap<string, number>,
): Row[] {
  const totalOf = (row: Row) => (row && totals.get(row.id)) ?? -1
  return rows.toSorted((a, b) => totalOf(b) - totalOf(a))
}
