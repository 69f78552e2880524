import { useMemo } from 'react'
import type { ColumnName, Density, ListLayout } from '../../../../contract/library/layout.ts'
import { useListLayout, useSetListLayout } from '../../../api/views.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import type { Viewing } from './useView.ts'

/** How the list looks, and how another look is chosen: the same object for as long as it looks the same. */
export interface ListLook extends ListLayout, LookHandlers {}

interface LookHandlers {
  chooseColumns: (columns: ColumnName[]) => void
  chooseDensity: (density: Density) => void
}

/** The columns of the address, or those kept here. A change goes where they are from. */
export function useColumns({ columns, chooseColumns }: Pick<Viewing, 'columns' | 'chooseColumns'>): ListLook {
  const kept = useListLayout()
  const { mutate } = useSetListLayout()
  const keep = (layout: ListLayout) => mutate(layout, { onError: ({ problem }) => showProblemToast(problem) })
  const choosing = useStableCallbacks<LookHandlers>({
    chooseColumns: (next) => (columns ? chooseColumns(next) : keep({ ...kept, columns: next })),
    chooseDensity: (density) => keep({ ...kept, density }),
  })
  return useMemo(
    () => ({ columns: columns ? [...columns] : kept.columns, density: kept.density, ...choosing }),
    [columns, kept, choosing],
  )
}
