import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import { addressFields } from '../../../../contract/app/runs/mapping/sources.ts'
import type { TableWords } from '../../../tables/header.ts'
import { findColumns } from '../../imports/columns.ts'

/** The column names of tables for runs: of fields, of app data, and of other services' exports. */
export const runWords: TableWords = {
  countNames: (cells) => {
    const mapped = guessMapping(cells, []).columns.filter(({ to }) => to !== 'nothing').length
    const imported = findColumns(cells)?.filter((role) => role !== null).length ?? 0
    return Math.max(mapped, imported)
  },
  isTags: (name) => {
    const [use] = guessMapping([name], []).columns
    return use?.to === 'field' && use.field === 'tags'
  },
  isAddress: (name) => {
    const [use] = guessMapping([name], []).columns
    return use?.to === 'field' && addressFields.has(use.field)
  },
}
