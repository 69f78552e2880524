import type { DatabaseSync } from 'node:sqlite'
import { fixAddress } from '../../../contract/app/values/completeAddress.ts'
import { unwrapAddress } from '../../../contract/service/address/wrappers.ts'
import type { FixTarget } from '../../../contract/app/calls/runs/runs.ts'
import { nearestForRequest } from '../../../contract/app/channels/address.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import { createMediumChoice } from '../../../contract/app/rules/mediums.ts'
import { getRuleFieldValues } from '../../../contract/app/rules/request.ts'
import type { TrackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { cellFixer } from '../../../contract/app/runs/mapping/cellFixer.ts'
import { createAddressFixer, createRuleFixer } from '../../../contract/app/runs/rules.ts'
import {
  addressColumns,
  cleanCell,
  cleanColumnCell,
  columnsOfField,
  findColumn,
} from '../../../contract/app/runs/mapping/sources.ts'
import { readRules } from '../rules.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { parseReadNotes } from './readNotes.ts'
import type { CellEdit, RowEdits } from './cellHistory.ts'
import type { PreparedRun } from './preparedRun.ts'
import { editableStates, parseCells, parseRequest, visitRows } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

/** A cell and its fixed text. */
interface CellFix extends CellEdit {
  /** Whether only `https://` is added. */
  isSchemeOnly: boolean
}

/** Counts the cells of a batch that can be fixed, and those that only lack `https://`. */
export function countFixable(sql: DatabaseSync, run: PreparedRun, target: LocalFix, after: number) {
  const count = { rows: 0, missingScheme: 0 }
  const next = visitFixes(sql, { run, target, after }, (_, fixes) => {
    count.rows += countFixes(target, fixes)
    count.missingScheme += fixes.filter((fix) => fix.isSchemeOnly).length
  })
  return { ...count, next }
}

/** Returns how many fixes are shown: a row is repaired as a whole. */
export const countFixes = (target: LocalFix, fixes: readonly unknown[]) =>
  target === 'misfits' ? 1 : fixes.length

/** Fixes that need no service. */
export type LocalFix = Exclude<FixTarget, 'paths'>

interface FixRequest {
  run: PreparedRun
  target: LocalFix
  after: number
}

/** Visits the rows of a batch that can be fixed, with their fixes. Returns the last row number if more may follow. */
export function visitFixes(
  sql: DatabaseSync,
  { run, target, after }: FixRequest,
  visit: (row: RowEdits['row'], fixes: readonly CellFix[]) => void,
): number | null {
  const columns = addressColumns(run.mapping)
  const columnFixes = createColumnFixes(run)
  const selectEditable = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted', 'request']),
    `FROM run_rows WHERE run = ? AND number > ?
     AND state IN (${editableStates}) ORDER BY number`,
  )
  const rules = readRules(sql, run.profileId) ?? {}
  const findRowFixes = {
    rules: createRuleFixes(createRuleFixer(run.header, run.mapping, rules)),
    addressRules: createRuleFixes(createAddressFixer(run.header, run.mapping, rules)),
    channels: createChannelFixes(run, rules),
    addresses: (row: FixableRow) => columnFixes(row, columns, fixAddress).map(findSchemeOnly(row)),
    wrappers: (row: FixableRow) => columnFixes(row, columns, (text) => unwrapAddress(text)?.inner ?? text),
    values: createValueFixes(run, columnFixes),
    misfits: findRepair,
  }[target]
  return visitRows(
    (number) => selectEditable.iterate(run.id, number),
    after,
    (row) => {
      const fixes = findRowFixes(row)
      if (fixes.length > 0) visit(row, fixes)
    },
  )
}

/** Returns the cells of a row that doesn't fit the header, where putting them back together changes them. */
function findRepair(row: FixableRow): CellFix[] {
  const { repaired, faults } = parseReadNotes(row.noted)
  if (!repaired) return []
  const cells = parseCells(row)
  const isFaulty = (column: number) => faults.some((fault) => fault.column === column)
  return Array.from({ length: Math.max(cells.length, repaired.length) }, (_, column) => column)
    .filter((column) => cells[column] !== repaired[column] || isFaulty(column))
    .map((column) => ({ column, text: repaired[column] ?? '', isSchemeOnly: false }))
}

type FixableRow = Pick<StoredRow, 'cells' | 'request' | 'noted'>

function createRuleFixes(fix: ReturnType<typeof createRuleFixer>) {
  return (row: FixableRow): CellFix[] =>
    fix(parseCells(row)).map((edit) => ({ ...edit, isSchemeOnly: false }))
}

/**
 * Returns fixes for links to which Google Analytics would assign no channel: the nearest medium that has a channel and
 * that the rules allow. Only if the table has a medium column.
 */
function createChannelFixes({ mapping }: PreparedRun, rules: TrackingRules) {
  const chooseMedium = createMediumChoice(rules)
  const [first] = columnsOfField('tracking_medium', mapping)
  return (row: FixableRow): CellFix[] => {
    const request = parseRequest(row)
    const nearest =
      request && nearestForRequest(request, (wanted) => chooseMedium(getRuleFieldValues(request), wanted))
    const column = findColumn(mapping, parseCells(row), 'tracking_medium') ?? first
    return nearest && column !== undefined ? [{ column, text: nearest.medium, isSchemeOnly: false }] : []
  }
}

/** Returns a function that marks a fix of a row's address if it only adds `https://`. */
function findSchemeOnly(row: FixableRow) {
  const cells = parseCells(row)
  return (fix: CellFix): CellFix => {
    const host = cleanCell('everyone', cells[fix.column] ?? '').replace(/^\/\//, '')
    return { ...fix, isSchemeOnly: fix.text === `https://${host}` }
  }
}

type ColumnFixes = ReturnType<typeof createColumnFixes>

/**
 * Returns a function that returns the cells of some columns whose text, as it is sent, another function changes. What is
 * left out when a cell is sent needs no fix.
 */
function createColumnFixes({ mapping }: PreparedRun) {
  return (row: FixableRow, columns: readonly number[], fix: (text: string) => string): CellFix[] => {
    const cells = parseCells(row)
    return columns.flatMap((column) => {
      const original = cleanColumnCell(mapping.columns[column], cells[column] ?? '')
      const text = fix(original)
      return text === original ? [] : [{ column, text, isSchemeOnly: false }]
    })
  }
}

/** Returns fixes for words such as `null`, and for encoded text. */
function createValueFixes({ mapping }: PreparedRun, columnFixes: ColumnFixes) {
  const fixers = mapping.columns.map((use) => cellFixer(use))
  return (row: FixableRow): CellFix[] =>
    fixers.flatMap((fix, column) => (fix ? columnFixes(row, [column], fix) : []))
}
