import { useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { usePrefetchFirstPage } from '../../../api/collection.ts'
import { useHashSearch } from '../../../session/hashLocation.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { parseColumns, toQuery, parseView } from './viewQuery.ts'
import type { RequestedColumns } from './viewQuery.ts'

/** So long after the last key the address follows what is typed: a browser takes only so many addresses in ten seconds. */
const urlUpdateDelayMs = 250

export interface Viewing extends ViewHandlers {
  /** The same object as long as it asks for the same. */
  view: LibraryView
  /** The view without its search: the same object while one types. */
  filters: LibraryView
  /** The link whose drawer is open. */
  open: string | null
  /** The columns that the address asks for. */
  columns: RequestedColumns
}

/** How another view is chosen: the same functions for as long as the screen is there. */
export interface ViewHandlers {
  /** What is typed takes the place of the entry in the history. */
  type: (search: string) => void
  /** Any other choice is an entry of its own. */
  choose: (view: LibraryView) => void
  /** The same with what is searched for. */
  filter: (filters: LibraryView) => void
  /** Asks for the links of filters that are about to be chosen. */
  ahead: (filters: LibraryView) => void
  show: (id: string | null) => void
  chooseColumns: (columns: RequestedColumns) => void
  /** Goes to the view with these parameters. */
  openQuery: (query: string) => void
}

/** The view that the address holds, and what is typed beyond it. */
export function useView(): Viewing {
  const { id = null } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const query = useHashSearch()
  const askAhead = usePrefetchFirstPage()
  const [typed, setTyped] = useState({ over: query, search: null as string | null })
  // What was typed over another address is in that one, or was left by going back.
  const searchTyped = typed.over === query ? typed.search : null
  const { search: searchAsked, filtersQuery, columnsQuery } = useMemo(() => parseParts(query), [query])
  const search = searchTyped ?? searchAsked
  // Neither other columns nor an address that follows what was typed is another view: its rows stay where they are.
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

/** What the parameters say of each part of the screen; parts that are the same are the same text. */
function parseParts(query: string) {
  const view = parseView(query)
  return {
    search: view.search,
    filtersQuery: toQuery({ ...view, search: '' }),
    columnsQuery: new URLSearchParams(query).get('columns'),
  }
}

/** The address of a view with a link beside it, or with none. */
function viewAddress(id: string | null, view: LibraryView, columns: RequestedColumns): string {
  const query = toQuery(view, columns)
  return `/links${id === null ? '' : `/${id}`}${query === '' ? '' : `?${query}`}`
}
