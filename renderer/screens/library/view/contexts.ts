import { createContext } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'

/**
 * The search text, which the values of an open filter depend on. A context, so that typing doesn't re-render filters.
 */
export const SearchContext = createContext('')

/** Prefetches the links for filters that are about to be chosen. */
export const PrefetchContext = createContext<(filters: LibraryView) => void>(() => undefined)
