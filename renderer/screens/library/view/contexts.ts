import { createContext } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'

/** What is searched for, for the values of a filter that is open: filters themselves are not drawn anew while one types. */
export const SearchContext = createContext('')

/** Asks for the links of filters that are about to be chosen. */
export const PrefetchContext = createContext<(filters: LibraryView) => void>(() => undefined)
