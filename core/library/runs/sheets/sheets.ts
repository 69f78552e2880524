import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows, maxTableBytes, maxTableTextBytes } from '../../../../contract/app/runs/sources.ts'
import { maxImportedLinks } from '../../../../contract/app/library/imports.ts'
import { LibraryInterruptedError } from '../../../folder/storageProblem.ts'
import { requireRoomFor } from '../../../folder/freeSpace.ts'
import { openInThread, type OpenTable } from '../../../tables/reader.ts'
import { CodedError } from '../../../folder/codedError.ts'
import { isTypical } from '../../../tables/fit.ts'
import type { SheetRow } from '../../../tables/table.ts'
import type { StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../../../../sqlite/transaction.ts'
import { requireWritable } from '../../writing.ts'
import { readStoredRun } from '../storedRun.ts'
import { createRunFinisher, type RowsRead, type SheetRequest } from './finish.ts'
import { createUnfinishedTables } from './unfinishedTables.ts'
import { createInsert, toStoredRow } from './rows.ts'
import { createMoveTable, type MoveTable } from './moveTable.ts'
import { openRunTable, type RunTable, type StagedSource } from './source.ts'

/** Reads tables into the library in batches. The run is created when the whole table was read. */
export type Sheets = ReturnType<typeof createSheets>

/** Limits beyond which a table is rejected. Tests pass lower ones. */
export interface SheetLimits {
  fileBytes: number
  /**
   * Maximum stored size of all rows, in bytes. A workbook of a few hundred bytes can repeat one text 20 million times.
   */
  textBytes: number
  /** Maximum number of rows of a run. */
  rows?: number
}

const defaultLimits: SheetLimits = { fileBytes: maxTableBytes, textBytes: maxTableTextBytes }

/** Number of the first rows from which the mapping is guessed. */
const maxFirstRows = 20

/** A table that is being read. */
interface OpenSheet extends RowsRead {
  request: SheetRequest
  table: RunTable | MoveTable
  rows: number
  partRows: number
  /** The number of the last row in the source, counting the header and blank rows as a spreadsheet does. */
  lastRow: number
  /** Saved size in bytes. */
  savedBytes: number
}

/** Keeps pasted cells as a file, so that they can be read again. */
function stagePaste(staged: StagedFiles, { id, source }: SheetRequest): StagedSource {
  if (source.kind !== 'pasted') return source
  const { text, html, choice } = source
  staged.begin(id)
  staged.append(id, Buffer.from(JSON.stringify({ text, html })))
  return { kind: 'file', file: id, name: 'Pasted rows', isPasted: true, choice }
}

export function createSheets(
  database: Database,
  staged: StagedFiles,
  limits = defaultLimits,
  openTable: OpenTable = openInThread,
) {
  const { sql } = database
  const openSheets = new Map<string, OpenSheet>()
  const insert = createInsert(sql)
  const finish = createRunFinisher(sql)
  const unfinishedTables = createUnfinishedTables(sql)
  const getTableFile = (id: string) => {
    const { file, size } = staged.get(id)
    if (size > limits.fileBytes) throw new CodedError('sheet_too_large')
    return file
  }

  return {
    /** Returns the sheet names of a workbook. */
    names: async (file: string) => {
      const table = await openTable({ file: getTableFile(file), namesOnly: true })
      table.close()
      return [...(table.sheets ?? [])]
    },
    /** Starts reading a table. Returns its size, in the unit of `read`. */
    open: async (request: SheetRequest) => {
      requireWritable(database)
      if (request.source.kind === 'file') getTableFile(request.source.file)
      const { remembered = [] } = request
      const source = stagePaste(staged, request)
      const table = forMove(request, await openRunTable(source, remembered, { database, staged, openTable }))
      openSheets.set(request.id, startReading({ ...request, source }, table))
      return { size: table.size }
    },
    /**
     * Reads the next batch. After the last one, the run exists and everything is on disk. `read` is in the unit of the
     * table's size.
     */
    next: async (id: string) => {
      const state = openSheets.get(id)
      if (!state) throw new LibraryInterruptedError('The library’s thread exited.')
      await nextTurn()
      const rows = await state.table.next()
      // Each UTF-16 unit takes up to three bytes, and is written to both the log and the database.
      requireRoomFor(sql, 6 * countCells(rows ?? []))
      const transaction = rows ? runInUnsyncedTransaction : runInTransaction
      transaction(sql, () => {
        for (const row of rows ?? []) saveRow(state, row)
        if (rows) return
        if (state.rows === 0) throw new CodedError('sheet_empty')
        finish(state.request, state.table, state)
      })
      if (!rows) openSheets.delete(id)
      return { rows: state.rows, read: state.table.progress(), isLast: rows === null }
    },
    /** Returns the run created from a table. */
    run: (id: string) => readStoredRun(sql, id),
    /** Deletes a batch of the rows that were read. Returns whether more are left. */
    abandon: (id: string) => {
      openSheets.get(id)?.table.close?.()
      if ((openSheets.get(id)?.parts ?? [id]).some(unfinishedTables.remove)) return true
      openSheets.delete(id)
      database.reclaim.begin()
      return false
    },
  }

  function saveRow(state: OpenSheet, row: SheetRow): void {
    const next = state.lastRow + 1
    // Row numbers must increase, even if a damaged file contains others.
    state.lastRow = Math.max(next, row.row ?? next)
    const storedRow = toStoredRow(row)
    if (!storedRow) return
    if (state.partRows === (limits.rows ?? maxRows)) beginPart(state)
    state.rows++
    state.partRows++
    state.width = Math.max(state.width, storedRow.cells.length)
    if (state.firstRows.length < maxFirstRows && isTypical(storedRow)) state.firstRows.push(storedRow.cells)
    state.savedBytes += insert(state.parts.at(-1) ?? state.request.id, state.lastRow, storedRow)
    if (state.savedBytes > limits.textBytes) throw new CodedError('sheet_too_large')
  }
}

function startReading(request: SheetRequest, table: OpenSheet['table']): OpenSheet {
  const counts = { rows: 0, partRows: 0, lastRow: 0, savedBytes: 0 }
  return { request, table, parts: [request.id], firstRows: [], width: table.names.length, ...counts }
}

/** Returns a table with the paths that links keep, if they move here. */
function forMove({ source, domains }: SheetRequest, table: RunTable): RunTable | MoveTable {
  const move = source.kind === 'file' ? source.move : undefined
  return move && domains ? createMoveTable(table, domains, move.host) : table
}

/** Continues with another run. Only links that move here can need several. */
function beginPart(state: OpenSheet): void {
  if (!('move' in state.table) || state.rows >= maxImportedLinks) throw new CodedError('sheet_too_long')
  state.parts.push(randomUUID())
  state.partRows = 0
}

/** Returns the saved length in UTF-16 units. */
function countCells(rows: readonly SheetRow[]): number {
  return rows.reduce((sum, { cells }) => cells.reduce((length, cell) => length + cell.length + 3, sum), 0)
}
