import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { createRowCompiler } from '../../../contract/app/runs/template/compile.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import type { Mapping } from '../../../contract/app/runs/mapping/mapping.ts'
import type { Words } from '../../../contract/app/calls/links/suggestions.ts'
import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createCauses } from './causes.ts'
import { createRunCheck } from './runCheck.ts'
import { createEditing } from './editing.ts'
import { parseReadNotes } from './readNotes.ts'
import { saveMapping, readEditableRun, readRun } from './preparedRun.ts'
import { createRunVocabulary } from './runVocabulary.ts'
import { getStoredRun } from './storedRun.ts'
import { causeFilter } from '../../../contract/app/calls/runs/runs.ts'
import { causesOfRow, rowsWithProblems, rowsWithWarnings } from './rowCauses.ts'
import {
  createRowReader,
  parseCells,
  readRows,
  selectStoredRows,
  visitRows,
  type StoredRow,
} from './storedRow.ts'

type Page = Omit<ParsedInput<'runs.rows'>, 'id' | 'skip'> & { skip?: number }

/** The rows of runs: they are read, mapped, checked and edited before anything is sent. */
export type RunRows = ReturnType<typeof createRunRows>

export function createRunRows(database: Database, libraryWords: () => Words) {
  const { sql } = database
  const toRow = createRowReader(sql)
  const words = createRunVocabulary(sql, libraryWords)
  const checking = createRunCheck(database, words)
  return {
    ...createEditing(database, words),
    run: (id: string) => getStoredRun(sql, id),
    page: (id: string, page: Page) => {
      readRun(sql, id)
      const { rows, next } = readPage(database, id, page)
      return { rows: rows.map(toRow), next }
    },
    /** Returns what the first rows would send with a mapping that isn't saved yet. */
    preview: (id: string, mapping: Mapping, standards: ValidationStandards) => {
      const { header } = readRun(sql, id)
      const compile = createRowCompiler(header, mapping, standards)
      const { rows } = readPage(database, id, { show: 'all', after: 0, limit: previewedRows })
      return rows.map((row) => {
        const { request, errors } = compile(parseCells(row))
        return { number: row.number, request, errors: [...parseReadNotes(row.read_notes).errors, ...errors] }
      })
    },
    /** Returns the problems of a run's rows by their cause. */
    causes: createCauses(database),
    keepMapping: (id: string, mapping: Mapping) =>
      runInTransaction(sql, () => saveMapping(sql, readEditableRun(database, id), mapping)),
    beginCheck: checking.begin,
    nextCheck: checking.next,
    endCheck: checking.end,
  }
}

/** Number of rows in a preview of a mapping. */
const previewedRows = 3

/** SQL conditions of the filters that aren't a state. */
const conditions: ReadonlyMap<Page['show'], string> = new Map([
  ['all', ''],
  ['withWarnings', `AND ${rowsWithWarnings}`],
  ['conflict', `AND state = 'failed' AND json_extract(problem, '$.code') = 'link_changed'`],
  // By `rowid`, because the clock may have been set back between two starts of the run.
  [
    'lastSent',
    `AND link_id = (SELECT id FROM links WHERE links.run = run_rows.run ORDER BY rowid DESC LIMIT 1)`,
  ],
])

/** Returns the rows of a page, in the order of an index. */
function readPage({ sql }: Database, id: string, { show, after, skip = 0, limit }: Page) {
  if (show.startsWith(causeFilter)) return readRowsWithCause(sql, id, { show, after, limit })
  const condition = conditions.get(show) ?? 'AND state = ?'
  const values = [id, ...(conditions.has(show) ? [] : [show])]
  const rows = selectStoredRows(
    sql,
    `WHERE run = ? ${condition} AND number > ? ORDER BY number LIMIT -1 OFFSET ?`,
  )
  return readRows(rows.iterate(...values, after, skip), limit)
}

/** Returns the rows of a page that have one cause, fewer if they are far apart. */
function readRowsWithCause(
  sql: Database['sql'],
  id: string,
  { show, after, limit }: Pick<Page, 'show' | 'after' | 'limit'>,
) {
  const cause = show.slice(causeFilter.length)
  const rows = selectStoredRows(sql, `WHERE run = ? AND ${rowsWithProblems} AND number > ? ORDER BY number`)
  const found: StoredRow[] = []
  const next = visitRows(rows, id, after, (row) => {
    if (causesOfRow(row).has(cause)) found.push(row)
    return found.length < limit
  })
  return { rows: found, next }
}
