import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { namesOf } from '../../../contract/service/link/fields.ts'
import type { FixTarget } from '../../../contract/app/calls/runs/runs.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import type { Database } from '../openDatabase.ts'
import { editRow, type CellEdit } from './cellHistory.ts'
import { createRowFixes } from './fixes.ts'
import { readEditableRun, withMediumColumn, type PreparedRun } from './preparedRun.ts'
import { takenPath } from './paths/judge.ts'
import { causeKey, listMessages, messagesOfRow, rowsWithProblems, type Message } from './rowCauses.ts'
import { createRowMessages } from './rowChecker.ts'
import { parseCells, parseWarnings, repeatedPath, selectStoredRows, visitRows } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

type Cause = CallOutput<'runs.causes'>['causes'][number]

/** Maximum number of causes that are counted, and maximum number returned. */
const [maxFound, maxReturned] = [1_000, 50]
/** Maximum number of a fix's replacements that are shown. */
const maxExamples = 3

/**
 * Returns a function that groups the problems of a run's rows by their cause, errors first. A fix is offered only for the
 * rows in which it was tried and removes the cause.
 */
export function createCauses(database: Database) {
  const rows = selectStoredRows(
    database.sql,
    `WHERE run = ? AND number > ? AND ${rowsWithProblems} ORDER BY number`,
  )
  return async (id: string, standards: ValidationStandards): Promise<CallOutput<'runs.causes'>> => {
    const run = readEditableRun(database, id)
    const found = new Map<string, FoundCause>()
    const findFixes = createTrial(database, run, standards)
    for (let after: number | null = 0; after !== null;) {
      after = visitRows(rows, id, after, (row) => addRow(found, row, findFixes(row)))
      await nextTurn()
    }
    const causes = [...found.values()].map(toCause)
    causes.sort((one, other) => Number(other.isError) - Number(one.isError) || other.rows - one.rows)
    return { causes: causes.slice(0, maxReturned), more: Math.max(0, causes.length - maxReturned) }
  }
}

interface RowFix {
  what: FixTarget
  example: Example
}

type Example = NonNullable<Cause['fix']>['examples'][number]

/** Returns a function that returns, by cause, the fix that removes it from a row. */
function createTrial(
  { sql }: Database,
  run: ReturnType<typeof readEditableRun>,
  standards: ValidationStandards,
): (row: StoredRow) => Map<string, RowFix> {
  const findFixes = createRowFixes(sql, run)
  const createReader = (table: PreparedRun) => {
    const readMessages = createRowMessages(table, standards)
    return (row: StoredRow) => {
      const { errors, warnings } = readMessages(row)
      return listMessages(errors, warnings)
    }
  }
  const keysOf = createReader(run)
  // This fix may add a column.
  const keysAfterChannels = createReader(withMediumColumn(run))
  return (row) => {
    const fixed = new Map<string, RowFix>()
    const before = keysOf(row)
    const tries = [
      ...namesOf(findFixes).map((what) => ({ what, cause: undefined })),
      ...before.map(({ key }) => ({ what: 'suggestions' as const, cause: key })),
    ]
    for (const { what, cause } of tries) {
      const fixes = cause !== undefined && fixed.has(cause) ? [] : findFixes[what](row, { cause })
      if (fixes.length === 0) continue
      const readAfter = what === 'channels' ? keysAfterChannels : keysOf
      const after = new Set(readAfter(editRow(row, fixes)).map(({ key }) => key))
      for (const { key, column } of before)
        if (!after.has(key) && !fixed.has(key)) fixed.set(key, toRowFix(what, row, fixes, column))
    }
    addPathFix(fixed, row)
    addWordFixes(fixed, row)
    return fixed
  }
}

/** A path that another link or row has gets the first free number, which only the service knows. */
function addPathFix(fixed: Map<string, RowFix>, row: StoredRow): void {
  const errors = parseWarnings(row.errors).filter(({ text }) => [takenPath, repeatedPath].includes(text))
  for (const { text, column } of errors) {
    const before = parseCells(row)[column ?? 0] ?? ''
    fixed.set(causeKey(text, true), { what: 'paths', example: { before, after: `${before}-2` } })
  }
}

/** A mistyped or missing word is the one of other rows, which only the check of all rows knows. */
function addWordFixes(fixed: Map<string, RowFix>, row: StoredRow): void {
  for (const { key, column, suggestion } of messagesOfRow(row)) {
    if (fixed.has(key) || column === null || suggestion === undefined) continue
    const before = parseCells(row)[column] ?? ''
    fixed.set(key, { what: 'suggestions', example: { before, after: suggestion } })
  }
}

/** Shows the cell that the cause is about, or else the first one that changes. */
function toRowFix(
  what: FixTarget,
  row: StoredRow,
  fixes: readonly CellEdit[],
  column: number | null,
): RowFix {
  const cells = parseCells(row)
  const fix = fixes.find((one) => one.column === column) ?? fixes[0]
  const index = fix?.column ?? 0
  const [before, after] = [cells[index] ?? '', fix?.text ?? ''].map((text) => text.slice(0, 500))
  return { what, example: { before: before ?? '', after: after ?? '' } }
}

interface FoundCause extends Omit<Cause, 'columns' | 'fix'> {
  columns: Set<number>
  fixes: Map<FixTarget, NonNullable<Cause['fix']>>
}

function addRow(found: Map<string, FoundCause>, row: StoredRow, fixes: Map<string, RowFix>): void {
  const messages = messagesOfRow(row)
  const counted = new Set<string>()
  for (const message of messages) {
    const { key, text, column } = message
    const cause = found.get(key) ?? startCause(message)
    if (!found.has(key) && found.size >= maxFound) continue
    found.set(key, cause)
    if (text !== cause.text) cause.isVaried = true
    if (column !== null) cause.columns.add(column)
    if (counted.has(key)) continue
    counted.add(key)
    cause.rows++
    const fix = fixes.get(key)
    if (!fix) continue
    const known = cause.fixes.get(fix.what) ?? { what: fix.what, rows: 0, examples: [] }
    cause.fixes.set(fix.what, known)
    known.rows++
    const { before, after } = fix.example
    const isNew = !known.examples.some((one) => one.before === before && one.after === after)
    if (isNew && known.examples.length < maxExamples) known.examples.push(fix.example)
  }
}

function startCause({ key, text, isError, kind, field }: Message): FoundCause {
  return {
    ...{ key, text, isError, kind, field },
    isVaried: false,
    rows: 0,
    columns: new Set(),
    fixes: new Map(),
  }
}

/** If rows need different fixes, the one for most of them is offered first. */
function toCause({ columns, fixes, ...cause }: FoundCause): Cause {
  const [best] = [...fixes.values()].toSorted((one, other) => other.rows - one.rows)
  return {
    ...cause,
    columns: [...columns].toSorted((one, other) => one - other),
    fix: best ?? null,
  }
}
