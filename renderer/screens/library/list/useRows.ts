import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { pageQuery, pageSize, useFirstPage } from '../../../api/collection.ts'
import type { LibraryPage } from '../../../api/collection.ts'

/** The rows of a view as far as they were looked at. Only the pages around what is shown are kept. */
export interface Rows {
  /** Whose rows they are: the view before, until those of the next one are there. */
  view: LibraryView
  /** How many are known. There are more while `isWhole` is false. */
  count: number
  isWhole: boolean
  /** The row at a place; `undefined` while its page is on its way. */
  at: (index: number) => LibraryRow | undefined
  /** Says which places are on the screen. */
  look: (first: number, last: number) => void
  /** The rows from one place to another, asked for again where they are not kept. */
  between: (first: number, last: number) => Promise<LibraryRow[]>
}

/** Behind which row each page begins. A cursor is known once the page before it was read. */
interface Trail {
  view: LibraryView
  cursors: (string | null)[]
  /** How many rows the last of these pages has. */
  lastHas: number
  isWhole: boolean
}

/** Rows so far from what is seen are there before one scrolls to them. Those that nobody scrolls to are not asked for. */
const nearRows = 30

const begin = (view: LibraryView): Trail => ({ view, cursors: [null], lastHas: 0, isWhole: false })

/** Reads a view page by page, from row to row (keyset paging): as quick at the end of a large library as at its beginning. */
export function useRows(view: LibraryView) {
  const client = useQueryClient()
  const first = useFirstPage(view)
  const [shown, setShown] = useState(view)
  if (shown !== view && first.data && !first.isPlaceholderData) setShown(view)
  const [kept, setTrail] = useState(() => begin(shown))
  const trail = kept.view === shown ? kept : begin(shown)
  /** The first and the last page that are near to what is seen. */
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const from = Math.min(range[0], trail.cursors.length - 1)
  const wanted = trail.cursors.slice(from, range[1] + 1)
  const pages = useQueries({ queries: wanted.map((cursor) => pageQuery(shown, cursor)) })
  const read = pages.map(({ data }) => data)
  const next = followed(trail, from, read)
  if (next !== kept) setTrail(next)

  const page = (index: number): LibraryPage | undefined => read[pageOf(index) - from]
  const rows: Rows = {
    view: shown,
    count: (next.cursors.length - 1) * pageSize + next.lastHas,
    isWhole: next.isWhole,
    at: (index) => page(index)?.rows[index % pageSize],
    look: (firstRow, lastRow) => {
      const near = [pageOf(Math.max(0, firstRow - nearRows)), pageOf(lastRow + nearRows)] as const
      if (near[0] !== range[0] || near[1] !== range[1]) setRange(near)
    },
    between: async (firstRow, lastRow) => {
      const start = pageOf(firstRow)
      const cursors = next.cursors.slice(start, pageOf(lastRow) + 1)
      const asked = await Promise.all(cursors.map((cursor) => client.query(pageQuery(shown, cursor))))
      const all = asked.flatMap((one) => one.rows)
      return all.slice(firstRow - start * pageSize, lastRow + 1 - start * pageSize)
    },
  }
  return { rows, first }
}

function pageOf(index: number): number {
  return Math.floor(index / pageSize)
}

/** The trail with what the pages from one on have told about those that follow them. */
function followed(trail: Trail, from: number, pages: (LibraryPage | undefined)[]): Trail {
  let { cursors, lastHas, isWhole } = trail
  for (const [at, page] of pages.entries()) {
    const number = from + at
    if (!page || number >= cursors.length) continue
    if (page.next === null) {
      // Links that were taken away have made the view shorter.
      if (cursors.length > number + 1) cursors = cursors.slice(0, number + 1)
      lastHas = page.rows.length
      isWhole = true
    } else if (cursors[number + 1] !== page.next) {
      if (number + 1 >= cursors.length) [lastHas, isWhole] = [0, false]
      cursors = cursors.with(number, cursors[number] ?? null)
      cursors[number + 1] = page.next
    }
  }
  const same = cursors === trail.cursors && lastHas === trail.lastHas && isWhole === trail.isWhole
  return same ? trail : { view: trail.view, cursors, lastHas, isWhole }
}
