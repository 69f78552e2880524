import { createContext } from 'react'

/** What is searched for, for the values of a filter that is open: filters themselves are not drawn anew while one types. */
export const SearchContext = createContext('')
