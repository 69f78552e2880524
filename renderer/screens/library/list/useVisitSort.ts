import { useCallback, useState } from 'react'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { visitLimits } from '../../../../contract/service/link/visits.ts'
import { readRows } from '../../../api/libraryPages.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import type { Rows } from './useRows.ts'

/** Whether the list is sorted by visits, and a function to change that. */
export interface VisitSort {
  isSorted: boolean
  /** Whether the list is short enough: services report the visits of so many links in one request. */
  isPossible: boolean
  begin: () => void
  end: () => void
}

/** All rows of a view, most visits first. They don't move while they are shown. */
interface SortedRows {
  view: LibraryView
  order: readonly LibraryRow[]
}

/**
 * Sorts all links of a view by visits, if there are at most as many as services report in one request: the library
 * doesn't store visits, so it can't sort by them. `total` is `null` until known.
 */
export function useVisitSort(rows: Rows, total: number | null): { rows: Rows; visitSort: VisitSort } {
  const [sorted, setSorted] = useState<SortedRows | null>(null)
  const { mutateAsync: readVisits } = useCallMutation('visits.ofLinks')
  // A link that was added or removed since would be in the wrong place.
  const length = sorted?.order.length ?? 0
  const isComplete = rows.isWhole ? rows.count === length : rows.count <= length
  const order = sorted?.view === rows.view && isComplete ? sorted.order : null
  const begin = async (view: LibraryView) => {
    const all = await readRows(view, visitLimits.paths)
    const ids = all.filter(({ link }) => link !== null).map(({ id }) => id)
    const { lines, problem } = await readVisits({ ids })
    if (problem) showProblemToast(problem)
    const totalOf = ({ id }: LibraryRow) => lines[id]?.total ?? -1
    // Unknown totals come last; equal ones keep their order.
    setSorted({ view, order: all.toSorted((a, b) => totalOf(b) - totalOf(a)) })
  }
  const end = useCallback(() => setSorted(null), [])
  return {
    rows: order ? sortRows(rows, order) : rows,
    visitSort: {
      isSorted: order !== null,
      isPossible: total !== null && total <= visitLimits.paths,
      begin: () => void begin(rows.view).catch(showProblem),
      end,
    },
  }
}

function sortRows(rows: Rows, order: readonly LibraryRow[]): Rows {
  // What was changed since the rows were sorted.
  const fresh = new Map(rows.kept.map((row) => [row.id, row]))
  const current = order.map((row) => fresh.get(row.id) ?? row)
  return {
    ...rows,
    count: current.length,
    isWhole: true,
    at: (index) => current[index],
    // Any of the rows can be visible.
    setVisible: () => rows.setVisible(0, current.length - 1),
    between: (from, to) => Promise.resolve(current.slice(from, to + 1)),
  }
}
