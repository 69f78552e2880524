import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { sourceMediumNames } from '../../../../contract/app/library/columns/trackingColumns.ts'
import { pick } from '../../../../contract/service/link/fields.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useTotal, useFailedCount } from '../../../api/counts.ts'
import { readRows } from '../../../api/libraryPages.ts'
import { keepForView, readForView } from '../view/keptView.ts'
import { toQuery } from '../view/viewQuery.ts'

/** The row data that actions need, kept even if the row is scrolled away. */
const keptFields = [
  ...(['id', 'state', 'link', 'starred', 'archived', 'title', 'profileId', 'environment'] as const),
  ...(['reportChannel', ...sourceMediumNames] as const),
]
export type SelectedLink = Pick<LibraryRow, (typeof keptFields)[number]>

/** The selected links: individual ones, or all links of a view and their number at first. */
export type Selection =
  | { kind: 'links'; links: ReadonlyMap<string, SelectedLink> }
  | { kind: 'all'; view: LibraryView; count: number }

export interface Selecting {
  selection: Selection
  /** Number of selected entries. If all of a view are selected, follows their number. */
  count: number
  /** How many of them are failed creates. */
  failed: number
  has: (id: string) => boolean
  /** Toggles a link. If all links of a view are selected, selects only that link. */
  toggle: (row: LibraryRow) => void
  /** Selects the rows from an anchor to a row. The next range from the same anchor replaces it. */
  range: (anchor: object, rows: Promise<readonly LibraryRow[]>) => void
  all: (view: LibraryView, count: number) => void
  clear: () => void
}

/** The most recent range, and the links selected only by it. */
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

/** Manages the selection. A different view starts with no selection. */
export function useSelection(view: LibraryView): Selecting {
  const [state, setState] = useState<SelectionState>({ view, selection: noSelection, range: null })
  const lastChange = useRef(0)
  const selection = isSameFilter(state.view, view) ? state.selection : noSelection
  const whole = useWholeView(selection)
  // Otherwise, a link that matches later would be selected.
  if (whole?.count === 0) setState({ view, selection: noSelection, range: null })
  const set = (next: Selection) => {
    lastChange.current++
    setState({ view, selection: next, range: null })
  }
  const links = selection.kind === 'links' ? selection.links : new Map<string, SelectedLink>()
  useKeptSelection(view, {
    selected: [...links.keys()],
    isChanged: () => lastChange.current > 0,
    restore: (rows) =>
      set({ kind: 'links', links: new Map(rows.map((row) => [row.id, toSelectedLink(row)])) }),
  })
  return {
    selection,
    count: whole?.count ?? links.size,
    failed: whole?.failed ?? [...links.values()].filter(({ state }) => state === 'failed').length,
    has: (id) => selection.kind === 'all' || links.has(id),
    toggle: (row) => {
      const next = new Map(links)
      if (!next.delete(row.id)) next.set(row.id, toSelectedLink(row))
      set({ kind: 'links', links: next })
    },
    range: (anchor, rows) => {
      const thisChange = ++lastChange.current
      void rows.then(
        // Rows that arrive late must not override a newer selection.
        (loaded) =>
          thisChange === lastChange.current &&
          setState((before) => selectRange(before, view, anchor, loaded)),
        () => undefined,
      )
    },
    all: (wholeView, count) => set({ kind: 'all', view: wholeView, count }),
    clear: () => set(noSelection),
  }
}

/** Maximum number of selected links that are remembered, and of links at the top of the list among which they are found. */
const [maxKept, maxRead] = [200, 1_000]

interface KeptSelection {
  selected: readonly string[]
  /** Whether the user has selected anything since the list was opened. */
  isChanged: () => boolean
  restore: (rows: readonly LibraryRow[]) => void
}

/** Whether the selection of the window's last start can still be restored. */
let isReopened = true

/** Remembers the selection, and selects it again when the window reopens with the same view. */
function useKeptSelection(view: LibraryView, { selected, isChanged, restore }: KeptSelection): void {
  const query = toQuery(view)
  const text = selected.length <= maxKept ? selected.join(',') : ''
  const keep = useEffectEvent(() => {
    if (isChanged()) keepForView('selection', query, text)
  })
  useEffect(() => keep(), [query, text])
  const restoreKept = useEffectEvent(async (signal: AbortSignal) => {
    const ids = readForView('selection', query).split(',')
    if (!isReopened || ids[0] === '') return
    const rows = (await readRows(view, maxRead)).filter(({ id }) => ids.includes(id))
    if (signal.aborted) return
    isReopened = false
    if (!isChanged() && rows.length > 0) restore(rows)
  })
  useEffect(() => {
    const unmounted = new AbortController()
    // Without an answer, nothing is selected, as in a new list.
    restoreKept(unmounted.signal).catch(() => undefined)
    return () => unmounted.abort()
  }, [])
}

/** Returns how many links all links of a view are now, and how many of them failed; `null` if individual links are selected. */
function useWholeView(selection: Selection): { count: number; failed: number } | null {
  const isAll = selection.kind === 'all'
  const view = isAll ? selection.view : emptyView
  const count = useTotal(view, isAll)
  const failed = useFailedCount(view, isAll)
  return isAll ? { count: count ?? selection.count, failed: failed ?? 0 } : null
}

/** Returns the selection before the range plus its current rows. */
function selectRange(
  state: SelectionState,
  view: LibraryView,
  anchor: object,
  rows: readonly LibraryRow[],
): SelectionState {
  const extendsSelection = isSameFilter(state.view, view) && state.selection.kind === 'links'
  const links = new Map(extendsSelection && state.selection.kind === 'links' ? state.selection.links : [])
  if (extendsSelection && state.range?.anchor === anchor) for (const id of state.range.ids) links.delete(id)
  const ids = rows.flatMap(({ id }) => (links.has(id) ? [] : id))
  for (const row of rows) links.set(row.id, toSelectedLink(row))
  return { view, selection: { kind: 'links', links }, range: { anchor, ids } }
}

function toSelectedLink(row: LibraryRow): SelectedLink {
  return pick(row, keptFields)
}

/** Returns whether two views have the same links. Their order may differ, which keeps the selection. */
function isSameFilter(a: LibraryView, b: LibraryView): boolean {
  return a === b || JSON.stringify({ ...a, sort: '' }) === JSON.stringify({ ...b, sort: '' })
}
