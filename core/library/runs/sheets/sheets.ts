import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows } from '../../../../contract/calls/runs.ts'
import type { Run } from '../../../../contract/runs/run.ts'
import { LibraryInterruptedError, LibraryReadOnlyError } from '../../../folder/storageProblem.ts'
import { requireRoomFor } from '../../../folder/freeSpace.ts'
import { maxBlankRows } from '../../imports/delimited.ts'
import type { StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../../transaction.ts'
import { readStoredRun } from '../storedRun.ts'
import { SheetError } from './sheetError.ts'
import { createRunFinisher } from './finish.ts'
import type { ColumnsRead } from './finish.ts'
import { detectHeader, sampledRows } from './header.ts'
import { createUnfinishedTables } from './unfinishedTables.ts'
import type { SheetOrder } from './order.ts'
import { createInsert, toStoredRow } from './rows.ts'
import { listSheets, openTable } from './source.ts'
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

/** Rows, and UTF-16 units, of one transaction, and milliseconds of reading. Between two of them others have their turn. */
const [maxBatchRows, maxBatchLength, readingTime] = [500, 300_000, 20]
/** What a table may take before it is refused. Tests hand in lower limits. */
export interface SheetLimits {
  /** Bytes of all rows as they are stored. A workbook of a few hundred bytes can repeat one text 20 million times. */
  textBytes: number
  blankRows: number
}

const defaultLimits: SheetLimits = { textBytes: 500_000_000, blankRows: maxBlankRows }

interface OpenSheet {
  order: SheetOrder
  table: Table
  /** What was read and not yet kept. */
  waiting: SheetRow[]
  isEnded: boolean
  columns: ColumnsRead | null
  rows: number
  blankRows: number
  /** In bytes. */
  text: number
  read: number
}

export function createSheets(database: Database, staged: StagedFiles, limits = defaultLimits): Sheets {
  const { sql, writable } = database
  const opened = new Map<string, OpenSheet>()
  const insert = createInsert(sql)
  const finish = createRunFinisher(sql)
  const unfinishedTables = createUnfinishedTables(sql)

  return {
    names: (file) => listSheets(staged.get(file)),
    open: async (order) => {
      if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
      const state = {
        order,
        waiting: [],
        isEnded: false,
        columns: null,
        rows: 0,
        blankRows: 0,
        text: 0,
        read: 0,
      }
      const table = await openTable(order.source, { database, staged }, (read) => (reading.read += read))
      const reading: OpenSheet = Object.assign(state, { table })
      opened.set(order.id, reading)
      return { size: table.size }
    },
    next: async (id) => {
      const state = opened.get(id)
      if (!state) throw new LibraryInterruptedError('The thread of the library was lost.')
      await nextTurn()
      await fill(state, limits)
      const rows = state.columns ? takeBatch(state.waiting) : []
      const isLast = state.isEnded && state.waiting.length === 0
      // Each unit takes up to three bytes, and is written to the log and to the database.
      requireRoomFor(sql, 6 * lengthOf(rows))
      const transaction = isLast ? runInTransaction : runInUnsyncedTransaction
      transaction(sql, () => {
        for (const row of rows) put(state, row)
        if (isLast) end(state)
      })
      if (isLast) opened.delete(id)
      return { rows: state.rows, read: state.read, isLast }
    },
    run: (id) => readStoredRun(sql, id),
    abandon: (id) => {
      const table = opened.get(id)?.table
      void table?.rows.return(undefined)
      table?.close?.()
      opened.delete(id)
      const isMore = unfinishedTables.remove(id)
      if (!isMore) database.reclaim.begin()
      return isMore
    },
  }

  function put(state: OpenSheet, row: SheetRow): void {
    if (++state.rows > maxRows) throw new SheetError('sheet_too_long')
    if (state.columns) state.columns.width = Math.max(state.columns.width, row.cells.length)
    state.text += insert(state.order.id, state.rows, row)
    if (state.text > limits.textBytes) throw new SheetError('sheet_too_large')
  }

  function end(state: OpenSheet): void {
    if (state.rows === 0 || !state.columns) throw new SheetError('sheet_empty')
    finish(state.order, state.table, state.columns)
  }
}

/** Reads until there is enough for a portion, or the time is over. The first rows of a table say how it is to be read. */
async function fill(state: OpenSheet, limits: SheetLimits): Promise<void> {
  const end = performance.now() + readingTime
  while (!state.isEnded && state.waiting.length < maxBatchRows && performance.now() < end) {
    const next = await state.table.rows.next()
    if (next.done) state.isEnded = true
    else for (const row of next.value) enqueueRow(state, row, limits)
  }
  if (state.columns || (!state.isEnded && state.waiting.length < sampledRows)) return
  state.columns = readColumns(state)
  if (state.columns.isNamed && !state.table.header) state.waiting.shift()
}

function enqueueRow(state: OpenSheet, row: SheetRow, limits: SheetLimits): void {
  const kept = toStoredRow(row)
  if (kept) state.waiting.push(kept)
  else state.blankRows++
  const isLong = state.rows + state.waiting.length > maxRows + 1
  if (isLong || state.blankRows > limits.blankRows) throw new SheetError('sheet_too_long')
}

function readColumns({ order: { source }, table, waiting }: OpenSheet): ColumnsRead {
  const first = waiting.slice(0, sampledRows).map(({ cells }) => cells)
  if (table.header) {
    const names = [...table.header]
    return { names, isNamed: true, width: names.length, firstRows: first }
  }
  const header = detectHeader(first, 'header' in source ? source.header : undefined)
  return { ...header, width: header.names.length, firstRows: first.slice(header.isNamed ? 1 : 0) }
}

/** The next rows that are not too much for one transaction; one at least. */
function takeBatch(waiting: SheetRow[]): SheetRow[] {
  let [count, length] = [0, 0]
  while (count < Math.min(maxBatchRows, waiting.length) && length < maxBatchLength) {
    length += lengthOf(waiting.slice(count, count + 1))
    count++
  }
  return waiting.splice(0, count)
}

/** In UTF-16 units, as it is kept. */
function lengthOf(rows: readonly SheetRow[]): number {
  return rows.reduce((sum, { cells }) => cells.reduce((length, cell) => length + cell.length + 3, sum), 0)
}
