import { byName } from '../../service/link/fields.ts'
import { listFilters } from './columns/columnLists.ts'
import type { LibraryView } from './view.ts'

/** The default view: all links that aren't archived, newest first. */
export const emptyView: LibraryView = {
  search: '',
  states: [],
  checks: [],
  tags: { any: [], all: [], none: [] },
  ...byName(listFilters, () => []),
  archived: 'no',
  sort: 'newest',
}
