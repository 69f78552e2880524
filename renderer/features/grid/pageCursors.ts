/** A page of a list and the cursor of the next page; `null` at the end. */
export interface CursorPage<C> {
  rows: readonly unknown[]
  next: C | null
}

/** The start cursor of each page of a list. A cursor is known once the page before it has been read. */
export interface PageCursors<L, C> {
  /** The list that the cursors belong to. */
  of: L
  cursors: (C | null)[]
  /** Number of rows on the last known page. */
  lastHas: number
  isWhole: boolean
}

/** Returns the cursors of a list of which no page has been read. */
export function createPageCursors<L, C>(of: L): PageCursors<L, C> {
  return { of, cursors: [null], lastHas: 0, isWhole: false }
}

/** Returns the cursors updated with the next cursors of newly read pages. */
export function withPages<L, C>(
  trail: PageCursors<L, C>,
  from: number,
  pages: readonly (CursorPage<C> | undefined)[],
): PageCursors<L, C> {
  let { cursors, lastHas, isWhole } = trail
  for (const [pageIndex, page] of pages.entries()) {
    const number = from + pageIndex
    if (!page || number >= cursors.length) continue
    if (page.next === null) {
      // The list is shorter because rows were deleted.
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
  return same ? trail : { of: trail.of, cursors, lastHas, isWhole }
}
