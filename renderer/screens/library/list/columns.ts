import { columnNames, type ColumnName } from '../../../../contract/app/library/columns/columnLists.ts'
import { listColumns } from '../../../../contract/app/library/columns/listColumns.ts'
import type { ColumnWidth, ListColumn } from '../../../../contract/app/library/columns/columnTypes.ts'
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

const columns: Readonly<Record<ColumnName, ListColumn>> = listColumns

/** Returns the cells of the chosen columns, in their order. In comfortable rows, some columns share a cell. */
function createCells({ columns: all, density, widths }: ListLayout, isNarrow: boolean): Cell[] {
  const isCompact = density === 'compact'
  const chosen = all.filter((name) => isCompact || columns[name].comfortable !== 'title')
  const cellOf = (name: ColumnName): ColumnName => {
    const host = columns[name].comfortable
    return isCompact || typeof host !== 'string' || host === 'title' ? name : host
  }
  const hosts = [...new Set(chosen.map(cellOf))]
  return hosts.map((host) => {
    const names = chosen.filter((name) => cellOf(name) === host)
    const { width: compact, comfortable = compact } = columns[host]
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

/** The columns in the order in which they are left out if space is short. */
const dropOrder = columnNames.toSorted((a, b) => columns[a].rank - columns[b].rank)

const narrowWidth = 820

/** Returns the cells that fit into a list of a width in pixels. */
export function fitColumns(layout: ListLayout, width: number): Columns {
  const narrow = width < narrowWidth
  const [check, link, actions] = narrow ? [44, 220, 68] : [50, 280, 128]
  const title = layout.widths.title
  let cells = createCells(layout, narrow)
  let freeWidth = width - check - (title ?? link) - actions
  for (const cell of cells) freeWidth -= cell.minWidth
  for (const name of dropOrder) {
    // A cell is left out together with its last column.
    const dropped = freeWidth < 0 ? cells.find(({ names }) => nextToDrop(names) === name) : undefined
    if (!dropped) continue
    freeWidth += dropped.minWidth
    cells = cells.filter((cell) => cell !== dropped)
  }
  const tracks = [
    `${String(check)}px`,
    title === undefined ? 'minmax(0, 1.2fr)' : `minmax(0, ${String(title)}px)`,
    ...cells.map(({ track }) => track),
    // Takes what fixed columns leave free.
    title === undefined ? `${String(actions)}px` : `minmax(${String(actions)}px, 0.01fr)`,
  ]
  return { cells, template: tracks.join(' '), narrow }
}

function nextToDrop(names: readonly ColumnName[]): ColumnName | undefined {
  return dropOrder.findLast((name) => names.includes(name))
}
