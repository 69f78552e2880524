import type { DatabaseSync } from 'node:sqlite'
import { fieldsOf } from '../../../contract/link/fields.ts'
import { columnOf, rowCompiler } from '../../../contract/runs/compile.ts'
import type { RowStandards } from '../../../contract/runs/judge.ts'
import type { RowRemark } from '../../../contract/runs/run.ts'
import { fromJson } from '../row.ts'
import type { Alike } from './alike.ts'
import { libraryLinks } from './inLibrary.ts'
import { notedIn } from './noted.ts'
import type { PreparedRun } from './preparedRun.ts'
import { madeEarlier } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Checks rows of a run and writes down what they come to. */
export interface RowChecker {
  /** The row as it is now, where it was `before`. One that is left out stays so. */
  check: (row: StoredRow, before?: StoredRow) => StoredRow
}

/** What came of rows that can still be changed. */
type Verdict = Pick<StoredRow, (typeof verdict)[number]>

/** What a check can change, and what an edit can besides. */
const verdict = ['request', 'state', 'faults', 'remarks'] as const
const content = ['cells', 'noted'] as const
type Column = (typeof verdict)[number] | (typeof content)[number]
type Write = (row: StoredRow) => void

interface Parts {
  sql: DatabaseSync
  run: PreparedRun
  standards: RowStandards
  vocabulary: Vocabulary
  earlier: Alike['earlier']
}

export function createRowChecker(parts: Parts): RowChecker {
  const { sql, run, standards, earlier } = parts
  const compile = rowCompiler(run.header, run.mapping, standards)
  const remarksOf = remarking(parts)
  const [writeVerdict, writeAll] = [verdict, [...verdict, ...content]].map((columns) => {
    const set = columns.map((column) => `${column} = ?`).join(', ')
    const update = sql.prepare(`UPDATE run_rows SET ${set} WHERE run = ? AND number = ?`)
    return (row: StoredRow) => void update.run(...columns.map((column) => row[column]), row.run, row.number)
  }) as [Write, Write]
  const judge = (row: StoredRow): Verdict => {
    const cells = cellsOf(row)
    const compiled = compile(cells)
    const noted = notedIn(row.noted)
    const faults = [...noted.faults, ...compiled.faults]
    const request = faults.length === 0 ? compiled.request : null
    const text = request && JSON.stringify(request)
    const remarks = [...noted.remarks, ...compiled.remarks]
    if (request) remarks.push(...remarksOf(request, cells))
    const like = { run: row.run, number: row.number, request: text }
    // Also a row that is left out tells why that may have been.
    if (earlier({ ...like, state: 'ready' }) !== null) remarks.push(madeEarlier)
    return {
      request: text,
      state: row.state === 'skipped' ? 'skipped' : text === null ? 'faulty' : 'ready',
      faults: written(faults),
      remarks: written(remarks),
    }
  }
  return {
    check: (row, before = row) => {
      const now = { ...row, ...judge(row) }
      const isSame = (column: Column) => now[column] === before[column]
      if (!content.every(isSame)) writeAll(now)
      else if (!verdict.every(isSame)) writeVerdict(now)
      return now
    },
  }
}

/** Most rows have none. */
function written(remarks: readonly RowRemark[]): string {
  return remarks.length === 0 ? '[]' : JSON.stringify(remarks)
}

export function cellsOf(row: Pick<StoredRow, 'cells'>): string[] {
  return (fromJson(row.cells) as string[] | undefined) ?? []
}

type Request = NonNullable<ReturnType<ReturnType<typeof rowCompiler>>['request']>

/** What is said of a row that can be sent: that the library has its link already, and which of its words are probably slips. */
function remarking({ sql, run, vocabulary }: Parts) {
  const inLibrary = libraryLinks(sql, run)
  return (request: Request, cells: readonly string[]): RowRemark[] => {
    const found = inLibrary(request)
    const link = found?.link?.slice(0, 300)
    const text = link ? `Your library has the same link: ${link}` : 'Your library has the same link already.'
    const slips = fieldsOf('tracking').flatMap((field) => {
      const word = request[field]
      const slip = word === undefined ? null : vocabulary.remark(field, word)
      return slip === null ? [] : [{ column: columnOf(run.mapping, cells, field), text: slip }]
    })
    return found ? [{ column: null, text }, ...slips] : slips
  }
}
