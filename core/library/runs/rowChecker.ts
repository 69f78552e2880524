import type { DatabaseSync } from 'node:sqlite'
import { fieldsOf } from '../../../contract/link/fields.ts'
import { findColumn } from '../../../contract/runs/sources.ts'
import { createRowCompiler } from '../../../contract/runs/compile.ts'
import type { ValidationStandards } from '../../../contract/runs/rowValidator.ts'
import type { RowWarning } from '../../../contract/runs/run.ts'
import { createChannelWarnings } from './channelWarnings.ts'
import type { DuplicateIndex } from './duplicateIndex.ts'
import type { LibraryLinks } from './libraryLinks.ts'
import { parseReadNotes } from './readNotes.ts'
import type { PreparedRun } from './preparedRun.ts'
import { duplicateWarning, parseCells } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Checks rows of a run and saves the results. */
export interface RowChecker {
  /** Checks a row and returns it with the result. `before` is its previous version. A skipped row stays skipped. */
  check: (row: StoredRow, before?: StoredRow) => StoredRow
  /** Reads in steps what `check` needs for a row: for many links with its destination, that would block other work. */
  prepare: (row: StoredRow) => Promise<void>
}

/** The check result of an editable row. */
type RowVerdict = Pick<StoredRow, (typeof verdictColumns)[number]>

/** The columns that a check can change, and those that only an edit can. */
const verdictColumns = ['request', 'state', 'faults', 'remarks', 'link'] as const
const contentColumns = ['cells', 'noted'] as const
type Column = (typeof verdictColumns)[number] | (typeof contentColumns)[number]
type Write = (row: StoredRow) => void

interface Parts {
  sql: DatabaseSync
  run: PreparedRun
  standards: ValidationStandards
  vocabulary: Vocabulary
  library: LibraryLinks
  findEarlier: DuplicateIndex['findEarlier']
}

export function createRowChecker(parts: Parts): RowChecker {
  const { sql, run, standards, library, findEarlier } = parts
  const compile = createRowCompiler(run.header, run.mapping, standards)
  const findTypos = createTypoFinder(parts)
  const channelWarnings = createChannelWarnings(run, standards.rules ?? {})
  const [writeVerdict, writeAll] = [verdictColumns, [...verdictColumns, ...contentColumns]].map((columns) => {
    const set = columns.map((column) => `${column} = ?`).join(', ')
    const update = sql.prepare(`UPDATE run_rows SET ${set} WHERE run = ? AND number = ?`)
    return (row: StoredRow) => void update.run(...columns.map((column) => row[column]), row.run, row.number)
  }) as [Write, Write]
  const checkRow = (row: StoredRow): RowVerdict => {
    const cells = parseCells(row)
    const compiled = compile(cells)
    const readNotes = parseReadNotes(row.noted)
    const errors = [...readNotes.faults, ...compiled.errors]
    const request = errors.length === 0 ? compiled.request : null
    const text = request && JSON.stringify(request)
    const warnings = [...readNotes.remarks, ...compiled.warnings]
    const existing = request && library.find(request)
    if (existing && run.createExisting) warnings.push(existingLinkWarning(existing.link))
    if (request) warnings.push(...findTypos(request, cells), ...channelWarnings(request, cells))
    // A link that is being created may still fail, so that is decided when the row is about to be sent.
    const exists = existing !== null && !existing.isPending && !run.createExisting
    const candidate = { run: row.run, number: row.number, request: text }
    // A skipped row keeps its warnings as well, because they may be the reason for skipping it.
    if (findEarlier({ ...candidate, state: 'ready' }) !== null) warnings.push(duplicateWarning)
    const state = checkedState(row, text, exists)
    return {
      request: text,
      state,
      link: exists ? existing.link : null,
      faults: formatWarnings(errors),
      // Nothing is created for a row that exists, so there is nothing to fix.
      remarks: formatWarnings(state === 'existing' ? [] : warnings),
    }
  }
  return {
    prepare: async (row) => {
      const { request } = compile(parseCells(row))
      if (request) await library.prepare(request)
    },
    check: (row, before = row) => {
      const checkedRow = { ...row, ...checkRow(row) }
      const isSame = (column: Column) => checkedRow[column] === before[column]
      if (!contentColumns.every(isSame)) writeAll(checkedRow)
      else if (!verdictColumns.every(isSame)) writeVerdict(checkedRow)
      return checkedRow
    },
  }
}

function checkedState(row: StoredRow, request: string | null, exists: boolean): RowVerdict['state'] {
  if (row.state === 'skipped') return 'skipped'
  if (request === null) return 'faulty'
  return exists ? 'existing' : 'ready'
}

/** Most rows have no warnings. */
function formatWarnings(warnings: readonly RowWarning[]): string {
  return warnings.length === 0 ? '[]' : JSON.stringify(warnings)
}

type Request = NonNullable<ReturnType<ReturnType<typeof createRowCompiler>>['request']>

function existingLinkWarning(link: string | null): RowWarning {
  const text = link
    ? `Your library has the same link: ${link.slice(0, 300)}`
    : 'Your library already has the same link.'
  return { column: null, text }
}

/** Returns a function that finds likely typos among a row's words. */
function createTypoFinder({ run, vocabulary }: Parts) {
  return (request: Request, cells: readonly string[]): RowWarning[] =>
    fieldsOf('tracking').flatMap((field) => {
      const word = request[field]
      const typo = word === undefined ? null : vocabulary.findTypo(field, word)
      return typo === null ? [] : [{ column: findColumn(run.mapping, cells, field), text: typo }]
    })
}
