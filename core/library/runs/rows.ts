import type { CallInput, CallOutput, ParsedInput } from '../../../contract/calls.ts'
import { rowCompiler } from '../../../contract/runs/compile.ts'
import type { RowStandards } from '../../../contract/runs/judge.ts'
import type { Mapping } from '../../../contract/runs/mapping.ts'
import type { Run, RunRow } from '../../../contract/runs/run.ts'
import type { Words } from '../../../contract/calls/suggestions.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { createAlike } from './alike.ts'
import { createChecking } from './checking.ts'
import type { Checking } from './checking.ts'
import { createEditing } from './editing.ts'
import type { Editing } from './editing.ts'
import { RunFault } from './fault.ts'
import { notedIn } from './noted.ts'
import { keepMapping, runInPreparation, runNamed } from './preparedRun.ts'
import { cellsOf } from './rowChecker.ts'
import { createRunWords } from './runWords.ts'
import { storedRun } from './storedRun.ts'
import { madeEarlier, readRows, showRow } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

type Page = Omit<ParsedInput<'runs.rows'>, 'id'>
type Preview = CallOutput<'runs.preview'>['rows']

/** The rows of runs: read, mapped, checked and mended, before anything of them is sent. */
export interface RunRows extends Editing {
  run: (id: string) => Run
  page: (id: string, page: Page) => Promise<CallOutput<'runs.rows'>>
  /** What the first rows would send by a mapping that is not kept. */
  preview: (id: string, mapping: Mapping, rows: number, standards: RowStandards) => Preview
  keepMapping: (id: string, mapping: Mapping) => void
  beginCheck: Checking['begin']
  nextCheck: Checking['next']
  endCheck: Checking['end']
}

export type Show = CallInput<'runs.rows'>['show']

export function createRunRows(database: Database, libraryWords: () => Words): RunRows {
  const { sql } = database
  const alike = createAlike(sql)
  const words = createRunWords(sql, libraryWords)
  const checking = createChecking(database, words, alike)
  return {
    ...createEditing(database, words, alike),
    run: (id) => {
      const found = storedRun(sql, id)
      if (!found) throw new RunFault('run_not_found')
      return found
    },
    page: async (id, page) => {
      runNamed(sql, id)
      const { rows, next } = pageOf(database, id, page)
      if (rows.some(({ remarks }) => remarks.includes(madeEarlier.text))) await alike.load(id)
      return { rows: rows.map((row) => showRow(row, alike.earlier)), next }
    },
    preview: (id, mapping, count, standards) => {
      const { header } = runNamed(sql, id)
      const compile = rowCompiler(header, mapping, standards)
      const { rows } = pageOf(database, id, { show: 'all', after: 0, limit: count })
      return rows.map((row) => {
        const { request, faults } = compile(cellsOf(row))
        return { number: row.number, request, faults: [...notedIn(row.noted).faults, ...faults] }
      })
    },
    keepMapping: (id, mapping) =>
      inTransaction(sql, () => keepMapping(sql, runInPreparation(database, id), mapping)),
    beginCheck: checking.begin,
    nextCheck: checking.next,
    endCheck: checking.end,
  }
}

/** The rows that a page shows, by the index that has them in their order. */
function pageOf({ sql }: Database, id: string, { show, after, limit }: Page) {
  const isState = show !== 'all' && show !== 'remarked'
  const condition = isState ? 'AND state = ?' : show === 'remarked' ? `AND remarks <> '[]'` : ''
  const rows = sql
    .prepare(`SELECT * FROM run_rows WHERE run = ? ${condition} AND number > ? ORDER BY number`)
    .iterate(...[id, ...(isState ? [show] : []), after])
  return readRows(rows, limit)
}

/** All faulty rows of a run, a portion at a time, for a report of what is wrong with them. */
export function* faultyRows(database: Database, id: string): Generator<RunRow[]> {
  for (let after: number | null = 0; after !== null;) {
    const page: { rows: StoredRow[]; next: number | null } = pageOf(database, id, {
      show: 'faulty',
      after,
      limit: 500,
    })
    yield page.rows.map((row) => showRow(row, () => null))
    after = page.next
  }
}
