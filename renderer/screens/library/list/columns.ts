import { getListColumn, type ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import type { ColumnWidth } from '../../../../contract/app/library/columns/columnTypes.ts'
import type { ListLayout } from '../../../../contract/app/library/layout.ts'

/** A cell of a row. In comfortable rows, related values are stacked. */
export interface Cell {
  names: readonly ColumnName[]
  /** Its grid track, and the minimum list width in pixels at which it is shown. */
  track: string
  minWidth: number
}

interface Columns {
  cells: readonly Cell[]
  /** The value of `grid-template-columns`. */
  template: string
  narrow: boolean
}

/** Returns the cells of the chosen columns, in their order. In comfortable rows, some columns share a cell. */
function createCells({ columns: all, density, widths }: ListLayout, isNarrow: boolean): Cell[] {
  const isCompact = density === 'compact'
  const chosen = all.filter((name) => isCompact || getListColumn(name).comfortable !== 'title')
  const cellOf = (name: ColumnName): ColumnName => {
    const host = getListColumn(name).comfortable
    return isCompact || typeof host !== 'string' || host === 'title' ? name : host
  }
  const hosts = [...new Set(chosen.map(cellOf))]
  return hosts.map((host) => {
    const names = chosen.filter((name) => cellOf(name) === host)
    const { width: compact, comfortable = compact } = getListColumn(host)
    const width = isCompact || typeof comfortable === 'string' ? compact : comfortable
    // The cell's own column comes first.
    const sorted = names.toSorted((a, b) => Number(b === host) - Number(a === host))
    return { names: sorted, ...toTrack(width, widths[sorted[0] ?? host], isNarrow) }
  })
}

function toTrack(
  { wide, narrow = wide, share }: ColumnWidth,
  chosenWidth: number | undefined,
  isNarrow: boolean,
) {
  const minWidth = chosenWidth ?? (isNarrow ? narrow : wide)
  const fixed = `${String(minWidth)}px`
  const isFixed = share === undefined || chosenWidth !== undefined
  return { minWidth, track: isFixed ? fixed : `minmax(${fixed}, ${String(share)}fr)` }
}

const narrowWidth = 820

/** Returns the cells that fit into a list of a width in pixels. */
export function fitColumns(layout: ListLayout, width: number): Columns {
  const narrow = width < narrowWidth
  const [check, link, actions] = narrow ? [44, 220, 68] : [50, 280, 128]
  const title = layout.widths.title
  let cells = createCells(layout, narrow)
  let freeWidth = width - check - (title ?? link) - actions
  for (const cell of cells) freeWidth -= cell.minWidth
  for (const dropped of cells.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (freeWidth >= 0) break
    freeWidth += dropped.minWidth
    cells = cells.filter((cell) => cell !== dropped)
  }
  const tracks = [
    `${String(check)}px`,
    title === undefined ? `minmax(${String(link)}px, 2fr)` : `minmax(0, ${String(title)}px)`,
    ...cells.map(({ track }) => track),
    // Takes what fixed columns leave free.
    title === undefined ? `${String(actions)}px` : `minmax(${String(actions)}px, 0.01fr)`,
  ]
  return { cells, template: tracks.join(' '), narrow }
}

/** Returns the rank of a cell, which is left out together with its last column. */
function rankOf({ names }: Cell): number {
  return Math.max(...names.map((name) => getListColumn(name).rank))
}
