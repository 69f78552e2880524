import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../../../../contract/json.ts'
import { catalogue } from '../../../../contract/problemCatalogue.ts'
import type { Problem } from '../../../../contract/problem.ts'
import { rowOutcomes } from '../../../../contract/runs/outcomes.ts'
import type { RowRemark, RowState } from '../../../../contract/runs/run.ts'
import { fromJson } from '../../row.ts'
import { uniqueNames } from '../sheets/header.ts'

/** What a file tells of the rows of a run. */
export interface Report {
  header: string[]
  /** Which rows it is about: a condition. */
  which: string
  /** The lines of a row. */
  lines: (row: KeptRow) => string[][]
}

/** A row as far as reports tell of it. */
export interface KeptRow {
  number: number
  cells: string[]
  state: RowState
  faults: RowRemark[]
  link: string
  problem: Problem | null
}

/** The rows with what became of each, the columns as they came and in their order. */
export function resultsOf(columns: readonly string[]): Report {
  return {
    header: uniqueNames([...columns, 'Link', 'Outcome', 'Reason']),
    which: 'TRUE',
    lines: (row) => [
      [...columns.map((_, at) => row.cells[at] ?? ''), row.link, rowOutcomes[row.state], reasonOf(row)],
    ],
  }
}

/** What is wrong with which cell, one line for each fault. */
export function faultsOf(columns: readonly string[]): Report {
  return {
    header: ['Row', 'Column', 'Cell', 'Reason'],
    which: `state = 'faulty'`,
    lines: ({ number, cells, faults }) =>
      faults.map(({ column, text }) => {
        const [name, cell] = column === null ? ['', ''] : [columns[column] ?? '', cells[column] ?? '']
        return [String(number), name, cell, text]
      }),
  }
}

function reasonOf({ state, faults, problem }: KeptRow): string {
  if (state === 'faulty') return faults.map(({ text }) => text).join(' ')
  if (problem === null || state === 'created') return ''
  const { title, why } = catalogue[problem.code]
  const said = problem.fields
    ? Object.entries(problem.fields).map(([path, text]) => `${path}: ${text}`)
    : [why]
  return [`${title}.`, ...said].join(' ')
}

/** Rows of one portion. */
const atOnce = 250

/** The rows of a run that a report is about, in their order, a portion after the other. */
export function* rowsOf(sql: DatabaseSync, run: string, which: string): Generator<KeptRow[]> {
  const query = sql.prepare(
    `SELECT number, cells, state, faults, link, problem FROM run_rows
     WHERE run = ? AND number > ? AND ${which} ORDER BY number LIMIT ${atOnce}`,
  )
  for (let after = 0; ;) {
    const rows = query.all(run, after).map(keptRow)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.number
  }
}

/** A damaged row gives what it can. */
function keptRow(row: Record<string, unknown>): KeptRow {
  const [cells, faults, problem] = [fromJson(row['cells']), fromJson(row['faults']), fromJson(row['problem'])]
  const isKnown = isObject(problem) && typeof problem['code'] === 'string' && problem['code'] in catalogue
  return {
    number: row['number'] as number,
    cells: Array.isArray(cells) ? cells.map(String) : [],
    state: row['state'] as RowState,
    faults: Array.isArray(faults) ? (faults as RowRemark[]) : [],
    link: (row['link'] as string | null) ?? '',
    problem: isKnown ? (problem as unknown as Problem) : null,
  }
}
