import { getListColumn, type ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import type { ListLayout } from '../../../../contract/app/library/layout.ts'

/** The columns that fit into a list, in their order. */
interface FittingColumns {
  names: readonly ColumnName[]
  /** The value of `grid-template-columns`. */
  template: string
  narrow: boolean
}

const narrowWidth = 820

/** Returns the chosen columns that fit into a list of a width in pixels. */
export function fitColumns({ columns, widths, density }: ListLayout, width: number): FittingColumns {
  const narrow = width < narrowWidth
  const [check, link, actions] = narrow ? [44, 220, 68] : [50, 280, 128]
  const { title } = widths
  const minWidthOf = (name: ColumnName) => widths[name] ?? getListColumn(name).width
  // Comfortable rows show the whole link below the title.
  let names = columns.filter((name) => name !== 'path' || density === 'compact')
  let freeWidth = width - check - (title ?? link) - actions
  for (const name of names) freeWidth -= minWidthOf(name)
  for (const dropped of names.toSorted((a, b) => getListColumn(a).rank - getListColumn(b).rank)) {
    if (freeWidth >= 0) break
    freeWidth += minWidthOf(dropped)
    names = names.filter((name) => name !== dropped)
  }
  const tracks = [
    `${String(check)}px`,
    title === undefined ? `minmax(${String(link)}px, 2fr)` : `minmax(0, ${String(title)}px)`,
    ...names.map((name) => toTrack(name, widths[name])),
    // Takes what fixed columns leave free.
    title === undefined ? `${String(actions)}px` : `minmax(${String(actions)}px, 0.01fr)`,
  ]
  return { names, template: tracks.join(' '), narrow }
}

/** Returns the grid track of a column. A column whose width was chosen has no share of the remaining width. */
function toTrack(name: ColumnName, chosenWidth: number | undefined): string {
  const { width, share } = getListColumn(name)
  if (chosenWidth !== undefined || share === undefined) return `${String(chosenWidth ?? width)}px`
  return `minmax(${String(width)}px, ${String(share)}fr)`
}
