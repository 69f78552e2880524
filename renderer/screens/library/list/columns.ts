import type { ColumnName, Density } from '../../../../contract/library/layout.ts'

/** One cell of a row: in comfortable rows what belongs together stands one below the other. */
export interface Cell {
  names: readonly ColumnName[]
  /** Its track in the grid, and for how many pixels it is drawn at all. */
  track: string
  room: number
}

interface Columns {
  cells: readonly Cell[]
  /** The value of `grid-template-columns`. */
  template: string
  narrow: boolean
}

const fixedCell = (width: number, ...names: ColumnName[]): Cell => ({
  names,
  track: `${String(width)}px`,
  room: width,
})
const flexibleCell = (room: number, share: number, ...names: ColumnName[]): Cell => ({
  names,
  track: `minmax(0, ${String(share)}fr)`,
  room,
})

const comfortable = (narrow: boolean): readonly Cell[] => [
  flexibleCell(narrow ? 150 : 180, 1, 'destination', 'channel', 'campaign'),
  fixedCell(112, 'tags'),
  fixedCell(narrow ? 104 : 172, 'state', 'environment', 'profile'),
  fixedCell(92, 'visits'),
  fixedCell(96, 'made'),
  fixedCell(96, 'created'),
  fixedCell(96, 'checked'),
  flexibleCell(140, 0.7, 'note'),
]
const compact = (narrow: boolean): readonly Cell[] => [
  flexibleCell(narrow ? 130 : 170, 1, 'destination'),
  fixedCell(130, 'channel'),
  fixedCell(110, 'campaign'),
  fixedCell(120, 'tags'),
  fixedCell(130, 'state'),
  fixedCell(106, 'environment'),
  fixedCell(110, 'profile'),
  fixedCell(112, 'visits'),
  fixedCell(96, 'made'),
  fixedCell(96, 'created'),
  fixedCell(96, 'checked'),
  flexibleCell(120, 0.7, 'note'),
]

/** What goes first where there is no room for all. Channels of one campaign differ in little else, and the environment is marked either way. */
const dropOrder: readonly ColumnName[] = [
  'note',
  'checked',
  'created',
  'profile',
  'campaign',
  'made',
  'tags',
  'visits',
  'state',
  'environment',
  'destination',
  'channel',
]

const narrowWidth = 720

/** The cells for which a list of a width in pixels has room. */
export function fitColumns(chosen: readonly ColumnName[], density: Density, width: number): Columns {
  const narrow = width < narrowWidth
  const [check, link, actions] = narrow ? [44, 190, 68] : [50, 230, 128]
  let cells = (density === 'compact' ? compact(narrow) : comfortable(narrow)).flatMap((cell) => {
    const names = cell.names.filter((name) => chosen.includes(name))
    return names.length > 0 ? { ...cell, names } : []
  })
  let room = width - check - link - actions
  for (const cell of cells) room -= cell.room
  for (const name of dropOrder) {
    // A cell goes with the last of what it holds.
    const gone = room < 0 ? cells.find(({ names }) => nextToDrop(names) === name) : undefined
    if (!gone) continue
    room += gone.room
    cells = cells.filter((cell) => cell !== gone)
  }
  const tracks = [`${String(check)}px`, 'minmax(0, 1.2fr)', ...cells.map(({ track }) => track)]
  return { cells, template: [...tracks, `${String(actions)}px`].join(' '), narrow }
}

function nextToDrop(names: readonly ColumnName[]): ColumnName | undefined {
  return dropOrder.findLast((name) => names.includes(name))
}
