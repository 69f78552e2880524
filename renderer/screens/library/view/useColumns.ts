import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { clampWidth, defaultLayout } from '../../../../contract/app/library/layout.ts'
import type { Density, ListLayout, SizedColumn } from '../../../../contract/app/library/layout.ts'
import { callKey, useCall, useCallMutation } from '../../../api/useCall.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import type { Viewing } from './useView.ts'
import { showProblem } from '../../../api/offerUndo.ts'

/** The list's layout and its setters. Keeps its identity while unchanged. */
export interface LayoutControls extends ListLayout, LayoutHandlers {}

interface LayoutHandlers {
  chooseColumns: (columns: ColumnName[]) => void
  chooseDensity: (density: Density) => void
  /** Sets the width of a column in pixels; `null` for its default. */
  resize: (name: SizedColumn, width: number | null) => void
  /** Moves a column before another one; `null` for the end. */
  move: (name: ColumnName, before: ColumnName | null) => void
  /** Restores the default columns, order and widths. */
  reset: () => void
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
  const save = (layout: ListLayout) => mutate(layout, { onError: showProblem })
  const choose = (next: ColumnName[]) => (columns ? chooseColumns(next) : save({ ...saved, columns: next }))
  const handlers = useStableCallbacks<LayoutHandlers>({
    chooseColumns: choose,
    chooseDensity: (density) => save({ ...saved, density }),
    resize: (name, width) => {
      const widths = Object.fromEntries(Object.entries(saved.widths).filter(([other]) => other !== name))
      save({
        ...saved,
        widths: width === null ? widths : { ...widths, [name]: clampWidth(width) },
      })
    },
    move: (name, before) => {
      const others = (columns ?? saved.columns).filter((other) => other !== name)
      const index = before === null ? others.length : others.indexOf(before)
      choose(others.toSpliced(index, 0, name))
    },
    reset: () => {
      if (columns) chooseColumns(defaultLayout.columns)
      save({ ...defaultLayout, density: saved.density })
    },
  })
  return useMemo(
    () => ({ ...saved, columns: columns ? [...columns] : saved.columns, ...handlers }),
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
