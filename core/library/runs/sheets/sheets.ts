import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows, maxTableBytes, maxTableTextBytes } from '../../../../contract/calls/runs.ts'
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
import type { SheetRequest } from './sheetRequest.ts'
import { createInsert, toStoredRow } from './rows.ts'
import { listSheets, openTable } from './source.ts'
import type { SheetRow, Table } from './table.ts'

/** Progress of reading a table. */
export interface SheetBatch {
  rows: number
  /** In the unit of the table's size. */
  read: number
  isLast: boolean
}

/** Reads tables into the library in batches. The run is created when the whole table was read. */
export interface Sheets {
  /** Returns the sheet names of a workbook. */
  names: (file: string) => Promise<string[]>
  /** Starts reading a table. Returns its size, in the unit of `read`. */
  open: (request: SheetRequest) => Promise<{ size: number }>
  /** Reads the next batch. After the last one, the run exists and everything is on disk. */
  next: (id: string) => Promise<SheetBatch>
  /** Returns the run created from a table. */
  run: (id: string) => Run | null
  /** Deletes a batch of the rows that were read. Returns whether more are left. */
  abandon: (id: string) => boolean
}

/**
 * Maximum rows and UTF-16 units per transaction, and maximum reading time in milliseconds. Other work runs in between.
 */
const [maxBatchRows, maxBatchLength, readingTimeMs] = [500, 300_000, 20]
/** Limits beyond which a table is rejected. Tests pass lower ones. */
export interface SheetLimits {
  fileBytes: number
  /**
   * Maximum stored size of all rows, in bytes. A workbook of a few hundred bytes can repeat one text 20 million times.
   */
  textBytes: number
  blankRows: number
}

const defaultLimits: SheetLimits = {
  fileBytes: maxTableBytes,
  textBytes: maxTableTextBytes,
  blankRows: maxBlankRows,
}

interface OpenSheet {
  request: SheetRequest
  table: Table
  /** Rows that were read but not saved yet. */
  unsavedRows: SheetRow[]
  isEnded: boolean
  columns: ColumnsRead | null
  rows: number
  /** The number of the last row in the source, counting the header and blank rows as a spreadsheet does. */
  lastRow: number
  blankRows: number
  /** Saved size in bytes. */
  savedBytes: number
  read: number
}

export function createSheets(database: Database, staged: StagedFiles, limits = defaultLimits): Sheets {
  const { sql, writable } = database
  const openSheets = new Map<string, OpenSheet>()
  const insert = createInsert(sql)
  const finish = createRunFinisher(sql)
  const unfinishedTables = createUnfinishedTables(sql)
  const getTableFile = (id: string) => {
    const file = staged.get(id)
    if (file.size > limits.fileBytes) throw new SheetError('sheet_too_large')
    return file
  }

  return {
    names: async (file) => await listSheets(getTableFile(file)),
    open: async (request) => {
      if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
      if (request.source.kind === 'file') getTableFile(request.source.file)
      const state = {
        request,
        unsavedRows: [],
        isEnded: false,
        columns: null,
        rows: 0,
        lastRow: 0,
        blankRows: 0,
        savedBytes: 0,
        read: 0,
      }
      const table = await openTable(request.source, { database, staged }, (read) => (reading.read += read))
      const reading: OpenSheet = Object.assign(state, { table })
      openSheets.set(request.id, reading)
      return { size: table.size }
    },
    next: async (id) => {
      const state = openSheets.get(id)
      if (!state) throw new LibraryInterruptedError('The library’s thread exited.')
      await nextTurn()
      await fill(state, limits)
      const rows = state.columns ? takeBatch(state.unsavedRows) : []
      const isLast = state.isEnded && state.unsavedRows.length === 0
      // Each UTF-16 unit takes up to three bytes, and is written to both the log and the database.
      requireRoomFor(sql, 6 * countCells(rows))
      const transaction = isLast ? runInTransaction : runInUnsyncedTransaction
      transaction(sql, () => {
        for (const row of rows) saveRow(state, row)
        if (isLast) finishRun(state)
      })
      if (isLast) openSheets.delete(id)
      return { rows: state.rows, read: state.read, isLast }
    },
    run: (id) => readStoredRun(sql, id),
    abandon: (id) => {
      const table = openSheets.get(id)?.table
      void table?.rows.return(undefined)
      table?.close?.()
      openSheets.delete(id)
      const isMore = unfinishedTables.remove(id)
      if (!isMore) database.reclaim.begin()
      return isMore
    },
  }

  function saveRow(state: OpenSheet, row: SheetRow): void {
    if (++state.rows > maxRows) throw new SheetError('sheet_too_long')
    if (state.columns) state.columns.width = Math.max(state.columns.width, row.cells.length)
    state.savedBytes += insert(state.request.id, row.row ?? state.rows, row)
    if (state.savedBytes > limits.textBytes) throw new SheetError('sheet_too_large')
  }

  function finishRun(state: OpenSheet): void {
    if (state.rows === 0 || !state.columns) throw new SheetError('sheet_empty')
    finish(state.request, state.table, state.columns)
  }
}

/** Reads until a batch is full or its time is up. The first rows of a table determine its header and mapping. */
async function fill(state: OpenSheet, limits: SheetLimits): Promise<void> {
  const deadline = performance.now() + readingTimeMs
  while (!state.isEnded && state.unsavedRows.length < maxBatchRows && performance.now() < deadline) {
    const next = await state.table.rows.next()
    if (next.done) state.isEnded = true
    else for (const row of next.value) enqueueRow(state, row, limits)
  }
  if (state.columns || (!state.isEnded && state.unsavedRows.length < sampledRows)) return
  state.columns = readColumns(state)
  if (state.columns.isNamed && !state.table.header) state.unsavedRows.shift()
}

function enqueueRow(state: OpenSheet, row: SheetRow, limits: SheetLimits): void {
  const next = state.lastRow + 1
  // Row numbers must increase, even if a damaged file contains others.
  state.lastRow = Math.max(next, row.row ?? next)
  const storedRow = toStoredRow(row)
  if (storedRow) state.unsavedRows.push({ ...storedRow, row: state.lastRow })
  else state.blankRows++
  const isLong = state.rows + state.unsavedRows.length > maxRows + 1
  if (isLong || state.blankRows > limits.blankRows) throw new SheetError('sheet_too_long')
}

function readColumns({ request: { source }, table, unsavedRows }: OpenSheet): ColumnsRead {
  const first = unsavedRows.slice(0, sampledRows).map(({ cells }) => cells)
  if (table.header) {
    const names = [...table.header]
    return { names, isNamed: true, width: names.length, firstRows: first }
  }
  const header = detectHeader(first, 'header' in source ? source.header : undefined)
  return { ...header, width: header.names.length, firstRows: first.slice(header.isNamed ? 1 : 0) }
}

/** Returns the next rows that fit in one transaction, at least one. */
function takeBatch(unsavedRows: SheetRow[]): SheetRow[] {
  let [count, length] = [0, 0]
  while (count < Math.min(maxBatchRows, unsavedRows.length) && length < maxBatchLength) {
    length += countCells(unsavedRows.slice(count, count + 1))
    count++
  }
  return unsavedRows.splice(0, count)
}

/** Returns the saved length in UTF-16 units. */
function countCells(rows: readonly SheetRow[]): number {
  return rows.reduce((sum, { cells }) => cells.reduce((length, cell) => length + cell.length + 3, sum), 0)
}
