import type { DatabaseSync } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/calls.ts'
import type { RowStandards } from '../../../contract/runs/judge.ts'
import type { RunRow } from '../../../contract/runs/run.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import type { Alike } from './alike.ts'
import { countMendable, mendPortion } from './mending.ts'
import type { RowsChanged } from './rowsChanged.ts'
import { notedWithout } from './noted.ts'
import { runInPreparation, setChecked } from './preparedRun.ts'
import type { PreparedRun } from './preparedRun.ts'
import { cellsOf, createRowChecker } from './rowChecker.ts'
import type { RunWords } from './runWords.ts'
import { readRows, showRow } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

type Cells = ParsedInput<'runs.edit'>['cells']
type Replacement = Pick<ParsedInput<'runs.replace'>, 'column' | 'text' | 'by'>
type Skipping = Pick<ParsedInput<'runs.skip'>, 'which' | 'skip'>

/** Mends rows of a run in place. */
export interface Editing {
  /** Writes cells anew and checks their rows. */
  edit: (run: string, cells: Cells, standards: RowStandards) => Promise<RunRow[]>
  /** Counts the rows of a portion that `replace` would write anew. */
  countAlike: (run: string, which: Omit<Replacement, 'by'>, after: number) => RowsChanged
  /** Writes cells of a portion of rows anew. If there are any, all rows are to be checked again. */
  replace: (run: string, replacement: Replacement, after: number) => RowsChanged
  /** Counts the address cells of a portion that `mend` would change, and those that only lack `https://`. */
  countMendable: (run: string, after: number) => RowsChanged & { missingScheme: number }
  /** Mends the addresses in a portion of rows. If any changes, all rows are to be checked again. */
  mend: (run: string, after: number) => RowsChanged
  /** Leaves out a portion of rows, or takes them in again and checks them. */
  skip: (run: string, skipping: Skipping, after: number, standards: RowStandards) => Promise<RowsChanged>
}

/** Rows of one transaction, and rows that are looked through in one turn. */
const [atOnce, lookedThrough] = [500, 5_000]

/** The rows that can be changed. */
const open = `state IN ('ready', 'faulty', 'skipped')`

export function createEditing(database: Database, words: RunWords, alike: Alike): Editing {
  const { sql } = database
  const one = sql.prepare(`SELECT * FROM run_rows WHERE run = ? AND number = ? AND ${open}`)
  const rowOf = (run: string, number: number) => one.get(run, number) as StoredRow | undefined

  const written = <T>(id: string, work: () => T): T => {
    try {
      return inTransaction(sql, work)
    } catch (error) {
      alike.forget(id)
      throw error
    }
  }
  /** Does work in one transaction with what checks rows by the mapping that is kept then. */
  const checked = async <T>(id: string, standards: RowStandards, work: (change: Change) => T): Promise<T> => {
    const vocabulary = await words.of(runInPreparation(database, id))
    await alike.load(id)
    return written(id, () => {
      const run = runInPreparation(database, id)
      const { check } = createRowChecker({ sql, run, standards, vocabulary, earlier: alike.earlier })
      const change = (before: StoredRow, row: StoredRow) => {
        const now = check(row, before)
        alike.change(before, now)
        return now
      }
      return work({ run, change })
    })
  }
  return {
    edit: (id, cells, standards) =>
      checked(id, standards, ({ run, change }) => {
        const within = cells.filter(({ column }) => column < run.header.length)
        const byRow = Map.groupBy(within, ({ number }) => number)
        const changed = [...byRow].flatMap(([number, edits]) => {
          const row = rowOf(id, number)
          return row ? [change(row, edited(row, edits))] : []
        })
        return changed.map((row) => showRow(row, alike.earlier))
      }),
    countAlike: (id, which, after) => {
      const { header } = runInPreparation(database, id)
      if (which.column >= header.length) return { rows: 0, next: null }
      const { rows, next } = alikeIn(sql, id, which, after)
      return { rows: rows.length, next }
    },
    replace: (id, replacement, after) =>
      written(id, () => {
        const { header } = runInPreparation(database, id)
        if (replacement.column >= header.length) return { rows: 0, next: null }
        return replaceIn(sql, id, replacement, after)
      }),
    countMendable: (id, after) => countMendable(sql, runInPreparation(database, id), after),
    mend: (id, after) => written(id, () => mendPortion(sql, runInPreparation(database, id), after)),
    skip: (id, { which, skip }, after, standards) =>
      checked(id, standards, ({ change }) => {
        const chosen = Array.isArray(which)
          ? { rows: which.flatMap((number) => rowOf(id, number) ?? []), next: null }
          : readRows(sql.prepare(rowsThat(which, skip)).iterate(id, after), atOnce)
        const rows = chosen.rows.filter((row) => (row.state === 'skipped') !== skip)
        for (const row of rows) change(row, { ...row, state: skip ? 'skipped' : 'faulty' })
        return { rows: rows.length, next: chosen.next }
      }),
  }
}

interface Change {
  run: PreparedRun
  /** Checks a row as it is to be, and tells those that are alike. */
  change: (before: StoredRow, row: StoredRow) => StoredRow
}

type Edit = Pick<Cells[number], 'column' | 'text'>

function edited(row: StoredRow, edits: readonly Edit[]): StoredRow {
  const cells = cellsOf(row)
  for (const { column, text } of edits) {
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const columns = edits.map(({ column }) => column)
  return { ...row, cells: JSON.stringify(cells), noted: notedWithout(row.noted, columns) }
}

/** Rows to be left out, or those of the same kind that were left out. */
function rowsThat(which: 'faulty' | 'remarked', skip: boolean): string {
  const kind = which === 'faulty' ? 'request IS NULL' : `remarks <> '[]'`
  const state = skip ? `state IN ('ready', 'faulty')` : `state = 'skipped'`
  return `SELECT * FROM run_rows WHERE run = ? AND number > ? AND ${kind} AND ${state} ORDER BY number`
}

/** The rows of a portion whose cell has a text. */
function alikeIn(sql: DatabaseSync, id: string, { column, text }: Omit<Replacement, 'by'>, after: number) {
  const found = sql.prepare(
    `SELECT number, cells, noted FROM run_rows WHERE run = ? AND number > ? AND ${open} ORDER BY number`,
  )
  const { rows, next } = readRows(found.iterate(id, after), lookedThrough)
  return { rows: rows.filter((row) => (cellsOf(row)[column] ?? '') === text), next }
}

function replaceIn(sql: DatabaseSync, id: string, replacement: Replacement, after: number): RowsChanged {
  const { column, by } = replacement
  const update = sql.prepare('UPDATE run_rows SET cells = ?, noted = ? WHERE run = ? AND number = ?')
  const { rows, next } = alikeIn(sql, id, replacement, after)
  for (const row of rows) {
    const { cells, noted } = edited(row, [{ column, text: by }])
    update.run(cells, noted, id, row.number)
  }
  if (rows.length > 0) setChecked(sql, id, false)
  return { rows: rows.length, next }
}
