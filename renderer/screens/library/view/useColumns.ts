import type { ColumnName, Density, ListLayout } from '../../../../contract/library/layout.ts'
import { useListLayout, useSetListLayout } from '../../../api/views.ts'
import { sayProblem } from '../../../ui/problem/sayProblem.tsx'
import type { Viewing } from './useView.ts'

/** How the list looks, and how another look is chosen. */
export interface Look extends ListLayout {
  chooseColumns: (columns: ColumnName[]) => void
  chooseDensity: (density: Density) => void
}

/** The columns of the address, or those kept here. A change goes where they are from. */
export function useColumns({ columns, chooseColumns }: Viewing): Look {
  const kept = useListLayout()
  const { mutate } = useSetListLayout()
  const keep = (layout: ListLayout) => mutate(layout, { onError: ({ problem }) => sayProblem(problem) })
  return {
    columns: columns ? [...columns] : kept.columns,
    density: kept.density,
    chooseColumns: (next) => (columns ? chooseColumns(next) : keep({ ...kept, columns: next })),
    chooseDensity: (density) => keep({ ...kept, density }),
  }
}
