import { useRef, useState } from 'react'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'

/** What of a row is needed to act on it, wherever it has been scrolled to since. */
export type SelectedLink = Pick<
  LibraryRow,
  'id' | 'link' | 'starred' | 'title' | 'source' | 'medium' | 'environment'
>

/** The links that were chosen: one by one, or all that a view shows, with their number. */
export type Selection =
  | { kind: 'links'; links: ReadonlyMap<string, SelectedLink> }
  | { kind: 'all'; view: LibraryView; count: number }

export interface Selecting {
  selection: Selection
  count: number
  has: (id: string) => boolean
  /** Takes a link in, or out again. Of all that a view shows none can be left out: then that one alone is chosen. */
  toggle: (row: LibraryRow) => void
  add: (rows: readonly LibraryRow[]) => void
  /** Takes in the rows from an anchor to a place. The next range from the same anchor takes its place. */
  range: (anchor: object, rows: Promise<readonly LibraryRow[]>) => void
  all: (view: LibraryView, count: number) => void
  clear: () => void
}

/** The last range, and which links came in by it alone. */
interface Range {
  anchor: object
  ids: readonly string[]
}

interface SelectionState {
  view: LibraryView
  selection: Selection
  range: Range | null
}

const noSelection: Selection = { kind: 'links', links: new Map() }

/** Which links are chosen. Another view begins with none. */
export function useSelection(view: LibraryView): Selecting {
  const [kept, setKept] = useState<SelectionState>({ view, selection: noSelection, range: null })
  const asked = useRef(0)
  const selection = isSameFilter(kept.view, view) ? kept.selection : noSelection
  const set = (next: Selection) => {
    asked.current++
    setKept({ view, selection: next, range: null })
  }
  const links = selection.kind === 'links' ? selection.links : new Map<string, SelectedLink>()
  return {
    selection,
    count: selection.kind === 'all' ? selection.count : links.size,
    has: (id) => selection.kind === 'all' || links.has(id),
    toggle: (row) => {
      const next = new Map(links)
      if (!next.delete(row.id)) next.set(row.id, toSelectedLink(row))
      set({ kind: 'links', links: next })
    },
    add: (rows) => {
      const next = new Map(links)
      for (const row of rows) next.set(row.id, toSelectedLink(row))
      set({ kind: 'links', links: next })
    },
    range: (anchor, rows) => {
      const turn = ++asked.current
      void rows.then(
        // Rows that are late must not undo a later choice.
        (those) => turn === asked.current && setKept((before) => selectRange(before, view, anchor, those)),
        () => undefined,
      )
    },
    all: (of, count) => set({ kind: 'all', view: of, count }),
    clear: () => set(noSelection),
  }
}

/** What was chosen before the range, and the rows that it has now. */
function selectRange(
  kept: SelectionState,
  view: LibraryView,
  anchor: object,
  rows: readonly LibraryRow[],
): SelectionState {
  const goesOn = isSameFilter(kept.view, view) && kept.selection.kind === 'links'
  const links = new Map(goesOn && kept.selection.kind === 'links' ? kept.selection.links : [])
  if (goesOn && kept.range?.anchor === anchor) for (const id of kept.range.ids) links.delete(id)
  const ids = rows.flatMap(({ id }) => (links.has(id) ? [] : id))
  for (const row of rows) links.set(row.id, toSelectedLink(row))
  return { view, selection: { kind: 'links', links }, range: { anchor, ids } }
}

function toSelectedLink({ id, link, starred, title, source, medium, environment }: LibraryRow): SelectedLink {
  return { id, link, starred, title, source, medium, environment }
}

/** In another order it is still the same choice. */
function isSameFilter(a: LibraryView, b: LibraryView): boolean {
  return a === b || JSON.stringify({ ...a, sort: '' }) === JSON.stringify({ ...b, sort: '' })
}
