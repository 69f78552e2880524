import { useEffect, useRef, type RefObject } from 'react'

/** What is remembered of the list, also across restarts: the row at its top, and the ids of the selected links. */
type Kept = 'row' | 'selection'

const storageKey = (name: Kept) => `linkwright.links.${name}`

/** Remembers a value for the view of a query. Only the last view is remembered. */
export function keepForView(name: Kept, query: string, value: string): void {
  localStorage.setItem(storageKey(name), `${value}?${query}`)
}

/** Returns the value that was kept for the view of a query; empty if there is none. */
export function readForView(name: Kept, query: string): string {
  const text = localStorage.getItem(storageKey(name)) ?? ''
  const end = text.indexOf('?')
  return end >= 0 && text.slice(end + 1) === query ? text.slice(0, end) : ''
}

/** Unless it has more rows already, the list returns at most this far down: the pages before a row are read first. */
const maxRow = 5_000

/** Delay in milliseconds before the position is remembered. */
const saveDelayMs = 200

interface ScrolledList {
  scroller: RefObject<HTMLElement | null>
  rowHeight: number
  /** The number of rows that are known, and whether they are all. */
  rows: { count: number; isWhole: boolean }
}

/** Returns the list to the row that was at its top when the same view was last left, and remembers its position. */
export function useKeptRow(query: string, { scroller, rowHeight, rows }: ScrolledList): void {
  const { count, isWhole } = rows
  const wantedRow = useRef<number | null>(null)
  useEffect(() => {
    const row = Number(readForView('row', query))
    wantedRow.current ??= row <= Math.max(maxRow, count) ? row : 0
  }, [query, count])
  useEffect(() => {
    const list = scroller.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      const row = Math.round((list?.scrollTop ?? 0) / rowHeight)
      if (!wantedRow.current) timer = setTimeout(() => keepForView('row', query, String(row)), saveDelayMs)
    }
    const stop = () => (wantedRow.current = 0)
    const userEvents = ['wheel', 'pointerdown', 'keydown'] as const
    list?.addEventListener('scroll', save)
    for (const event of userEvents) list?.addEventListener(event, stop)
    return () => {
      clearTimeout(timer)
      list?.removeEventListener('scroll', save)
      for (const event of userEvents) list?.removeEventListener(event, stop)
    }
  }, [scroller, query, rowHeight])
  // Each page that is read makes the list longer, until the row is there.
  useEffect(() => {
    const list = scroller.current
    if (!list || !wantedRow.current) return
    const top = wantedRow.current * rowHeight
    list.scrollTo({ top })
    if (list.scrollTop >= top || isWhole) wantedRow.current = 0
  })
}
