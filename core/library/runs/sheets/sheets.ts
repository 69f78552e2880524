import { setImmediate as nextTurn } from 'node:timers/promises'
import { mostRows } from '../../../../contract/calls/runs.ts'
import type { Run } from '../../../../contract/runs/run.ts'
import { LibraryInterrupted, LibraryReadOnly } from '../../../folder/storageProblem.ts'
import type { StagedFiles } from '../../imports/staged.ts'
import type { Database } from '../../open.ts'
import { inQuickTransaction, inTransaction } from '../../transaction.ts'
import { storedRun } from '../storedRun.ts'
import { SheetFault } from './fault.ts'
import { createFinish } from './finish.ts'
import type { ColumnsRead } from './finish.ts'
import { headerOf, rowsLookedAt } from './header.ts'
import { createLeft } from './left.ts'
import type { SheetOrder } from './order.ts'
import { createInsert, keptRow } from './rows.ts'
import { sheetsIn, tableOf } from './source.ts'
import type { SheetRow, Table } from './table.ts'

/** How far a table was read. */
export interface SheetPortion {
  rows: number
  /** In what its size is counted in. */
  read: number
  isLast: boolean
}

/** Reads tables into the library, a portion at a time. There is no run before its table was read to the end. */
export interface Sheets {
  /** The names of a workbook's sheets. */
  names: (file: string) => Promise<string[]>
  /** Begins to read a table. Answers up to what `read` counts. */
  open: (order: SheetOrder) => Promise<{ size: number }>
  /** Reads on. With the last portion there is a run, and all of it is on the disk. */
  next: (id: string) => Promise<SheetPortion>
  /** A run that was made of a table. */
  run: (id: string) => Run | null
  /** Takes back what was read, a portion at a time. Answers whether there is more. */
  abandon: (id: string) => boolean
}

/** Rows, and UTF-16 units, of one transaction: some milliseconds. Between two of them others have their turn. */
const [rowsAtOnce, textAtOnce] = [500, 300_000]

interface Opened {
  order: SheetOrder
  table: Table
  /** What was read and not yet kept. */
  waiting: SheetRow[]
  isEnded: boolean
  columns: ColumnsRead | null
  rows: number
  read: number
}

export function createSheets(database: Database, staged: StagedFiles): Sheets {
  const { sql, writable } = database
  const opened = new Map<string, Opened>()
  const insert = createInsert(sql)
  const finish = createFinish(sql)
  const left = createLeft(sql)
  if (writable) left.removeOrphans()

  return {
    names: (file) => sheetsIn(staged.get(file)),
    open: async (order) => {
      if (!writable) throw new LibraryReadOnly('The library is from a newer version.')
      const state = { order, waiting: [], isEnded: false, columns: null, rows: 0, read: 0 }
      const table = await tableOf(order.source, { database, staged }, (read) => (reading.read += read))
      const reading: Opened = Object.assign(state, { table })
      opened.set(order.id, reading)
      return { size: table.size }
    },
    next: async (id) => {
      const state = opened.get(id)
      if (!state) throw new LibraryInterrupted('The thread of the library was lost.')
      await nextTurn()
      await fill(state)
      const rows = takeSome(state.waiting)
      const isLast = state.isEnded && state.waiting.length === 0
      const transaction = isLast ? inTransaction : inQuickTransaction
      transaction(sql, () => {
        for (const row of rows) put(state, row)
        if (isLast) end(state)
      })
      if (isLast) opened.delete(id)
      return { rows: state.rows, read: state.read, isLast }
    },
    run: (id) => storedRun(sql, id),
    abandon: (id) => {
      const table = opened.get(id)?.table
      void table?.rows.return(undefined)
      table?.close?.()
      opened.delete(id)
      return left.remove(id)
    },
  }

  /** Reads until there is enough for a portion. The first rows of a table say how it is to be read. */
  async function fill(state: Opened): Promise<void> {
    while (!state.isEnded && state.waiting.length < rowsAtOnce) {
      const next = await state.table.rows.next()
      if (next.done) state.isEnded = true
      else for (const row of next.value) takeIn(state, row)
    }
    if (state.columns) return
    state.columns = columnsOf(state)
    if (state.columns.isNamed && !state.table.header) state.waiting.shift()
  }

  function takeIn(state: Opened, row: SheetRow): void {
    const kept = keptRow(row)
    if (kept) state.waiting.push(kept)
    if (state.rows + state.waiting.length > mostRows + 1) throw new SheetFault('sheet_too_long')
  }

  function put(state: Opened, row: SheetRow): void {
    if (++state.rows > mostRows) throw new SheetFault('sheet_too_long')
    if (state.columns) state.columns.width = Math.max(state.columns.width, row.cells.length)
    insert(state.order.id, state.rows, row)
  }

  function end(state: Opened): void {
    if (state.rows === 0 || !state.columns) throw new SheetFault('sheet_empty')
    finish(state.order, state.table, state.columns)
  }
}

function columnsOf({ order: { source }, table, waiting }: Opened): ColumnsRead {
  const first = waiting.slice(0, rowsLookedAt).map(({ cells }) => cells)
  if (table.header) {
    const names = [...table.header]
    return { names, isNamed: true, width: names.length, firstRows: first }
  }
  const header = headerOf(first, 'header' in source ? source.header : undefined)
  return { ...header, width: header.names.length, firstRows: first.slice(header.isNamed ? 1 : 0) }
}

/** The next rows that are not too much for one transaction; one at least. */
function takeSome(waiting: SheetRow[]): SheetRow[] {
  let [count, length] = [0, 0]
  while (count < Math.min(rowsAtOnce, waiting.length) && length < textAtOnce) {
    length += waiting[count]?.cells.reduce((sum, cell) => sum + cell.length + 3, 0) ?? 0
    count++
  }
  return waiting.splice(0, count)
}
