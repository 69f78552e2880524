import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnName } from '../../../../contract/app/library/columns/columnLists.ts'
import { defaultLayout } from '../../../../contract/app/library/layout.ts'
import type { Density, ListLayout } from '../../../../contract/app/library/layout.ts'
import { callKey, useCall, useCallMutation } from '../../../api/useCall.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import type { Viewing } from './useView.ts'

/** The list's layout and its setters. Keeps its identity while unchanged. */
export interface LayoutControls extends ListLayout, LayoutHandlers {}

interface LayoutHandlers {
  chooseColumns: (columns: ColumnName[]) => void
  chooseDensity: (density: Density) => void
}

/**
 * Returns the list's layout. Its columns are those in the URL, or else the saved ones; a change goes to the same place.
 */
export function useColumns({
  columns,
  chooseColumns,
}: Pick<Viewing, 'columns' | 'chooseColumns'>): LayoutControls {
  const saved = useCall('views.layout', {}, { staleTime: Infinity }).data ?? defaultLayout
  const { mutate } = useSaveLayout()
  const save = (layout: ListLayout) => mutate(layout, { onError: ({ problem }) => showProblemToast(problem) })
  const handlers = useStableCallbacks<LayoutHandlers>({
    chooseColumns: (next) => (columns ? chooseColumns(next) : save({ ...saved, columns: next })),
    chooseDensity: (density) => save({ ...saved, density }),
  })
  return useMemo(
    () => ({ columns: columns ? [...columns] : saved.columns, density: saved.density, ...handlers }),
    [columns, saved, handlers],
  )
}

/** Returns the mutation that saves the list's layout, which is shown immediately, even if saving fails. */
function useSaveLayout() {
  const client = useQueryClient()
  return useCallMutation('views.setLayout', {
    onMutate: (layout) => void client.setQueryData(callKey('views.layout', {}), layout),
  })
}
