import { columnNames } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/columnLists.ts'
import { listColumns } from '../../../../contract/app/library/columns/listColumns.ts'
import type { ColumnWidth, ListColumn } from '../../../../contract/app/library/columns/columnTypes.ts'
import type { Density } from '../../../../contract/app/library/layout.ts'

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

function toCell(
  names: readonly ColumnName[],
  { wide, narrow = wide, share }: ColumnWidth,
  isNarrow: boolean,
): Cell {
  const track =
    share === undefined
      ? `${String(isNarrow ? narrow : wide)}px`
      : `minmax(${String(isNarrow ? narrow : wide)}px, ${String(share)}fr)`
  return { names, track, minWidth: isNarrow ? narrow : wide }
}

const compact = (narrow: boolean) => columnNames.map((name) => toCell([name], columns[name].compact, narrow))

const comfortable = (narrow: boolean) =>
  columnNames.flatMap((name) => {
    const width = columns[name].comfortable
    if (typeof width === 'string') return []
    return toCell(
      [name, ...columnNames.filter((other) => columns[other].comfortable === name)],
      width,
      narrow,
    )
  })

/** The columns in the order in which they are left out if space is short. */
const dropOrder = columnNames.toSorted((a, b) => columns[a].rank - columns[b].rank)

const narrowWidth = 720

/** Returns the cells that fit into a list of a width in pixels. */
export function fitColumns(chosen: readonly ColumnName[], density: Density, width: number): Columns {
  const narrow = width < narrowWidth
  const [check, link, actions] = narrow ? [44, 190, 68] : [50, 230, 128]
  let cells = (density === 'compact' ? compact(narrow) : comfortable(narrow)).flatMap((cell) => {
    const names = cell.names.filter((name) => chosen.includes(name))
    return names.length > 0 ? { ...cell, names } : []
  })
  let freeWidth = width - check - link - actions
  for (const cell of cells) freeWidth -= cell.minWidth
  for (const name of dropOrder) {
    // A cell is left out together with its last column.
    const dropped = freeWidth < 0 ? cells.find(({ names }) => nextToDrop(names) === name) : undefined
    if (!dropped) continue
    freeWidth += dropped.minWidth
    cells = cells.filter((cell) => cell !== dropped)
  }
  const tracks = [`${String(check)}px`, 'minmax(0, 1.2fr)', ...cells.map(({ track }) => track)]
  return { cells, template: [...tracks, `${String(actions)}px`].join(' '), narrow }
}

function nextToDrop(names: readonly ColumnName[]): ColumnName | undefined {
  return dropOrder.findLast((name) => names.includes(name))
}
