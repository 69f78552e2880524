import { createContext } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'

/** The search text for the values of an open filter. A context, so that filters do not re-render while typing. */
export const SearchContext = createContext('')

/** Prefetches the links for filters that are about to be chosen. */
export const PrefetchContext = createContext<(filters: LibraryView) => void>(() => undefined)
