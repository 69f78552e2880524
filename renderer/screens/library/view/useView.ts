import { useEffect, useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useHashSearch } from '../../../session/hashLocation.ts'
import { columnsIn, queryOf, viewIn } from './viewQuery.ts'
import type { AskedColumns } from './viewQuery.ts'

/** So long after the last key the address follows what is typed: a browser takes only so many addresses in ten seconds. */
const addressAfter = 250

export interface Viewing {
  view: LibraryView
  /** The link whose drawer is open. */
  open: string | null
  /** What is typed takes the place of the entry in the history. */
  type: (search: string) => void
  /** Any other choice is an entry of its own. */
  choose: (view: LibraryView) => void
  /** The address of the same view with a link beside it, or with none. */
  addressOf: (id: string | null) => string
  show: (id: string | null) => void
  /** The columns that the address asks for. */
  columns: AskedColumns
  chooseColumns: (columns: AskedColumns) => void
  /** Goes to the view with these parameters. */
  openQuery: (query: string) => void
}

/** The view that the address holds, and what is typed beyond it. */
export function useView(): Viewing {
  const { id = null } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const query = useHashSearch()
  const [typed, setTyped] = useState({ over: query, search: null as string | null })
  // What was typed over another address is in that one, or was left by going back.
  const search = typed.over === query ? typed.search : null
  // Other columns are no other view: its rows stay where they are.
  const plainQuery = useMemo(() => queryOf(viewIn(query)), [query])
  const view = useMemo(() => {
    const asked = viewIn(plainQuery)
    return search === null ? asked : { ...asked, search }
  }, [plainQuery, search])
  const columnsQuery = new URLSearchParams(query).get('columns')
  const columns = useMemo(
    () => (columnsQuery === null ? null : columnsIn(`columns=${columnsQuery}`)),
    [columnsQuery],
  )

  useEffect(() => {
    if (search === null) return
    const timer = setTimeout(() => go(addressOf(id, view, columns), { replace: true }), addressAfter)
    return () => clearTimeout(timer)
  }, [search, view, columns, id, go])

  const settle = () => {
    if (search !== null) go(addressOf(id, view, columns), { replace: true })
  }
  return {
    view,
    open: id,
    type: (text) => setTyped({ over: query, search: text }),
    choose: (next) => {
      settle()
      go(addressOf(id, next, columns))
    },
    addressOf: (other) => addressOf(other, view, columns),
    show: (other) => {
      settle()
      go(addressOf(other, view, columns))
    },
    columns,
    chooseColumns: (next) => {
      settle()
      go(addressOf(id, view, next))
    },
    openQuery: (wanted) => go(addressOf(null, viewIn(wanted), columnsIn(wanted))),
  }
}

function addressOf(id: string | null, view: LibraryView, columns: AskedColumns): string {
  const query = queryOf(view, columns)
  return `/links${id === null ? '' : `/${id}`}${query === '' ? '' : `?${query}`}`
}
