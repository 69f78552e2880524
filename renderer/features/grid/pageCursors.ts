/** A page of a list and the cursor of the next page; `null` at the end. */
export interface CursorPage<C> {
  rows: readonly unknown[]
  next: C | null
}

/** The start cursor of each page of a list. A cursor is known once the page before it has been read. */
export interface PageCursors<L, C> {
  /** The list that the cursors belong to. */
  list: L
  cursors: (C | null)[]
  /** Number of rows on the last known page. */
  lastPageRows: number
  /** Whether the last known page is the last page of the list. */
  isWhole: boolean
}

/** Returns the cursors of a list before any page has been read. */
export function createPageCursors<L, C>(list: L): PageCursors<L, C> {
  return { list, cursors: [null], lastPageRows: 0, isWhole: false }
}

/** Returns the cursors with those that newly read pages have added. Returns the same object if nothing is new. */
export function withPages<L, C>(
  known: PageCursors<L, C>,
  from: number,
  pages: readonly (CursorPage<C> | undefined)[],
): PageCursors<L, C> {
  let { cursors, lastPageRows, isWhole } = known
  for (const [pageIndex, page] of pages.entries()) {
    const number = from + pageIndex
    if (!page || number >= cursors.length) continue
    if (page.next === null) {
      // The list is shorter because rows were deleted.
      if (cursors.length > number + 1) cursors = cursors.slice(0, number + 1)
      lastPageRows = page.rows.length
      isWhole = true
    } else if (cursors[number + 1] !== page.next) {
      if (number + 1 >= cursors.length) [lastPageRows, isWhole] = [0, false]
      cursors = cursors.with(number, cursors[number] ?? null)
      cursors[number + 1] = page.next
    }
  }
  const isUnchanged =
    cursors === known.cursors && lastPageRows === known.lastPageRows && isWhole === known.isWhole
  return isUnchanged ? known : { list: known.list, cursors, lastPageRows, isWhole }
}
