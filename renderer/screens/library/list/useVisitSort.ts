import { useCallback, useState } from 'react'
import { visitLimits } from '../../../../contract/visits.ts'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import type { Rows } from './useRows.ts'

/** Whether the list is sorted by visits, and a function to change that. */
export interface VisitSort {
  isSorted: boolean
  begin: () => void
  end: () => void
}

/** Totals by id, so that added or removed rows don't move the others. */
interface SortedTotals {
  view: LibraryView
  count: number
  totals: ReadonlyMap<string, number>
}

/**
 * Sorts the known rows by visits, up to the number that services report in one request. The library doesn't store
 * visits, so it can't sort by them. Later rows follow unsorted. Rows don't move while they are shown.
 */
export function useVisitSort(rows: Rows): { rows: Rows; visitSort: VisitSort } {
  const [sortedTotals, setSortedTotals] = useState<SortedTotals | null>(null)
  const sorted = sortedTotals?.view === rows.view ? sortedTotals : null
  const ask = useCallMutation('visits.ofLinks')
  const sort = (view: LibraryView, first: readonly LibraryRow[]) => {
    const count = first.length
    const ids = first.filter(({ link }) => link !== null).map(({ id }) => id)
    ask.mutate(
      { ids },
      {
        onError: ({ problem }) => showProblemToast(problem),
        onSuccess: ({ lines, problem }) => {
          if (problem) showProblemToast(problem)
          else if (!rows.isWhole || rows.count > count) notifyPartial(count)
          setSortedTotals({
            view,
            count,
            totals: new Map(Object.entries(lines).map(([id, { total }]) => [id, total])),
          })
        },
      },
    )
  }
  const end = useCallback(() => setSortedTotals(null), [])
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
  const title = 'Sorted by visits'
  showToast({ title, message: `Only the first ${count} links are sorted. The others keep their order.` })
}

function sortRows(rows: Rows, { count, totals }: SortedTotals): Rows {
  const first = Array.from({ length: Math.min(count, rows.count) }, (_, index) => rows.at(index))
  const sorted = sortByTotal(first, totals)
  const isAmong = (index: number) => index < first.length
  return {
    ...rows,
    at: (index) => (isAmong(index) ? sorted[index] : rows.at(index)),
    // Any of the first rows can be visible.
    setVisible: (from, to) =>
      isAmong(from) ? rows.setVisible(0, Math.max(to, first.length - 1)) : rows.setVisible(from, to),
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

/** Sorts by total, highest first. Unknown totals come last; equal ones keep their order. */
function sortByTotal<Row extends LibraryRow | undefined>(
  rows: readonly Row[],
  totals: ReadonlyMap<string, number>,
): Row[] {
  const totalOf = (row: Row) => (row && totals.get(row.id)) ?? -1
  return rows.toSorted((a, b) => totalOf(b) - totalOf(a))
}
