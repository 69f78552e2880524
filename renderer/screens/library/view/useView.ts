import { useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { usePrefetchFirstPage } from '../../../api/library.ts'
import { useHashSearch } from '../../../session/hashLocation.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { parseColumns, toQuery, parseView, type RequestedColumns } from './viewQuery.ts'

/** Delay in milliseconds before the URL follows typing: browsers limit URL changes per ten seconds. */
const urlUpdateDelayMs = 250

export interface Viewing extends ViewHandlers {
  /** Keeps its identity while equal. */
  view: LibraryView
  /** The view without its search. Keeps its identity while typing. */
  filters: LibraryView
  /** Id of the link whose drawer is open. */
  open: string | null
  /** The columns requested in the URL. */
  columns: RequestedColumns
}

/** Functions that choose another view. Their identity is stable. */
interface ViewHandlers {
  /** Typing replaces the history entry. */
  type: (search: string) => void
  /** Shows another view. Adds a history entry. */
  choose: (view: LibraryView) => void
  /** Changes the filters and keeps the search. Adds a history entry. */
  filter: (filters: LibraryView) => void
  /** Prefetches the links of filters that are about to be chosen. */
  prefetch: (filters: LibraryView) => void
  show: (id: string | null) => void
  chooseColumns: (columns: RequestedColumns) => void
  /** Opens the view with these parameters. */
  openQuery: (query: string) => void
}

/** Returns the view in the URL, plus text typed since. */
export function useView(): Viewing {
  const { id = null } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const query = useHashSearch()
  const prefetchFirstPage = usePrefetchFirstPage()
  const [typed, setTyped] = useState({ query, search: null as string | null })
  // Text typed before the URL changed is already in the URL, or was abandoned by going back.
  const searchTyped = typed.query === query ? typed.search : null
  const { search: searchInUrl, filtersQuery, columnsQuery } = useMemo(() => parseParts(query), [query])
  const search = searchTyped ?? searchInUrl
  // The view stays the same object if only the columns change, or if the URL catches up with typing. Its rows stay too.
  const filters = useMemo(() => parseView(filtersQuery), [filtersQuery])
  const view = useMemo(() => ({ ...filters, search }), [filters, search])
  const columns = useMemo(
    () => (columnsQuery === null ? null : parseColumns(`columns=${columnsQuery}`)),
    [columnsQuery],
  )

  useEffect(() => {
    if (searchTyped === null) return
    const timer = setTimeout(() => go(viewAddress(id, view, columns), { replace: true }), urlUpdateDelayMs)
    return () => clearTimeout(timer)
  }, [searchTyped, view, columns, id, go])

  const settle = () => {
    if (searchTyped !== null) go(viewAddress(id, view, columns), { replace: true })
  }
  const choose = (next: LibraryView) => {
    prefetchFirstPage(next)
    settle()
    go(viewAddress(id, next, columns))
  }
  const choosing = useStableCallbacks<ViewHandlers>({
    type: (text) => {
      prefetchFirstPage({ ...view, search: text })
      setTyped({ query, search: text })
    },
    choose,
    filter: (next) => choose({ ...next, search }),
    prefetch: (next) => prefetchFirstPage({ ...next, search }),
    show: (other) => {
      settle()
      go(viewAddress(other, view, columns))
    },
    chooseColumns: (next) => {
      settle()
      go(viewAddress(id, view, next))
    },
    openQuery: (savedQuery) => go(viewAddress(null, parseView(savedQuery), parseColumns(savedQuery))),
  })
  return { view, filters, open: id, columns, ...choosing }
}

/**
 * Splits the URL's parameters into search, filters and columns. Equal filters are equal strings, so that they memoize.
 */
function parseParts(query: string) {
  const view = parseView(query)
  return {
    search: view.search,
    filtersQuery: toQuery({ ...view, search: '' }),
    columnsQuery: new URLSearchParams(query).get('columns'),
  }
}

/** Returns the URL of a view, with or without an open link. */
function viewAddress(id: string | null, view: LibraryView, columns: RequestedColumns): string {
  const query = toQuery(view, columns)
  return `/links${id === null ? '' : `/${id}`}${query === '' ? '' : `?${query}`}`
}
