import { getListColumn, type ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { isParameter } from '../../../../contract/service/link/parameters.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'

/** Returns a function that returns the label of a column. */
export function useColumnLabels(): (name: ColumnName) => string {
  const { labelOf } = useListedParameters()
  return (name) => (isParameter(name) ? labelOf(name) : getListColumn(name).label)
}
