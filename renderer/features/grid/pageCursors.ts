/** A page as far as its place in a list is concerned: what follows it, `null` for its end. */
export interface CursorPage<C> {
  rows: readonly unknown[]
  next: C | null
}

/** Behind which row each page of a list begins. A cursor is known once the page before it was read. */
export interface PageCursors<L, C> {
  /** What is listed. */
  of: L
  cursors: (C | null)[]
  /** How many rows the last of these pages has. */
  lastHas: number
  isWhole: boolean
}

/** The trail of a list of which nothing was read yet. */
export function createPageCursors<L, C>(of: L): PageCursors<L, C> {
  return { of, cursors: [null], lastHas: 0, isWhole: false }
}

/** The trail with what the pages from one on have told about those that follow them. */
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
      // Rows that were taken away have made the list shorter.
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
