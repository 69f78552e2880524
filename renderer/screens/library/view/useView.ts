import { useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { usePrefetchFirstPage } from '../../../api/library.ts'
import { useHashSearch } from '../../../session/hashLocation.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { parseColumns, toQuery, parseView } from './viewQuery.ts'
import type { RequestedColumns } from './viewQuery.ts'

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
export interface ViewHandlers {
  /** Typing replaces the history entry. */
  type: (search: string) => void
  /** Any other choice adds a history entry. */
  choose: (view: LibraryView) => void
  /** The same, keeping the current search. */
  filter: (filters: LibraryView) => void
  /** Prefetches the links of filters that are about to be chosen. */
  ahead: (filters: LibraryView) => void
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
  const askAhead = usePrefetchFirstPage()
  const [typed, setTyped] = useState({ over: query, search: null as string | null })
  // Text typed at another URL is already in that URL, or was abandoned by going back.
  const searchTyped = typed.over === query ? typed.search : null
  const { search: searchAsked, filtersQuery, columnsQuery } = useMemo(() => parseParts(query), [query])
  const search = searchTyped ?? searchAsked
  // Other columns, or a URL that catches up with typing, are not a new view: its rows stay.
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
    askAhead(next)
    settle()
    go(viewAddress(id, next, columns))
  }
  const choosing = useStableCallbacks<ViewHandlers>({
    type: (text) => {
      askAhead({ ...view, search: text })
      setTyped({ over: query, search: text })
    },
    choose,
    filter: (next) => choose({ ...next, search }),
    ahead: (next) => askAhead({ ...next, search }),
    show: (other) => {
      settle()
      go(viewAddress(other, view, columns))
    },
    chooseColumns: (next) => {
      settle()
      go(viewAddress(id, view, next))
    },
    openQuery: (wanted) => go(viewAddress(null, parseView(wanted), parseColumns(wanted))),
  })
  return { view, filters, open: id, columns, ...choosing }
}

/** Splits the parameters by part of the screen. Equal parts are equal strings. */
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
