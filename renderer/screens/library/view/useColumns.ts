import { useMemo } from 'react'
import type { ColumnName } from '../../../../contract/library/columnLists.ts'
import type { Density, ListLayout } from '../../../../contract/library/layout.ts'
import { useListLayout, useSetListLayout } from '../../../api/views.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import type { Viewing } from './useView.ts'

/** The list's layout and its setters. Keeps its identity while unchanged. */
export interface ListLook extends ListLayout, LookHandlers {}

interface LookHandlers {
  chooseColumns: (columns: ColumnName[]) => void
  chooseDensity: (density: Density) => void
}

/** Returns the URL's columns or the saved ones. Changes go to where they came from. */
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
