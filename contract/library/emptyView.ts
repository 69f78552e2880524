import { byName } from '../link/fields.ts'
import { listFilters } from './columnLists.ts'
import type { LibraryView } from './view.ts'

/** The view of all links that are not archived, from new to old: the default of each part. */
export const emptyView: LibraryView = {
  search: '',
  states: [],
  checks: [],
  tags: { any: [], all: [], none: [] },
  ...byName(listFilters, () => []),
  archived: 'no',
  sort: 'newest',
}
