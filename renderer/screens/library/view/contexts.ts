import { createContext } from 'react'

/**
 * The search text, which the values of an open filter depend on. A context, so that typing doesn't re-render filters.
 */
export const SearchContext = createContext('')
