import type { DatabaseSync } from 'node:sqlite'
import { addressWarnings } from '../../../contract/app/values/addressWarnings.ts'
import { fixAddress } from '../../../contract/app/values/completeAddress.ts'
import { unwrapAddress } from '../../../contract/service/address/wrappers.ts'
import type { FixTarget } from '../../../contract/app/calls/runs/runs.ts'
import { formatTagCell, parseTagCell } from '../../../contract/app/link/tagList.ts'
import { nearestForRequest } from '../../../contract/app/channels/address.ts'
import { createMediumChoice } from '../../../contract/app/rules/mediums.ts'
import { getRuleFieldValues } from '../../../contract/app/rules/request.ts'
import type { TrackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { cellFixer } from '../../../contract/app/runs/mapping/cellFixer.ts'
import { createAddressFixer, createRuleFixer } from '../../../contract/app/runs/rules.ts'
import {
  addressColumns,
  cleanColumnCell,
  columnsOfField,
  findColumn,
} from '../../../contract/app/runs/mapping/sources.ts'
import { readRules } from '../rules.ts'
import { causeKey, causesOfRow, messagesOfRow } from './rowCauses.ts'
import { parseReadNotes } from './readNotes.ts'
import type { CellEdit, RowEdits } from './cellHistory.ts'
import { withMediumColumn, type PreparedRun } from './preparedRun.ts'
import {
  isEditable,
  parseCells,
  parseRequest,
  selectRunRows,
  visitRows,
  type StoredRow,
} from './storedRow.ts'

/** Fixes of cells that need no service. */
export type LocalFix = Exclude<FixTarget, 'paths' | 'leaveOut'>

/** Which rows to fix, and how. */
export interface RowsToFix extends Wanted {
  what: LocalFix
}

interface Wanted {
  /** Only the rows with this problem. */
  cause?: string | undefined
  /** The column and text of the cells to replace. */
  cells?: CellEdit | undefined
  /** What replaces the text of these cells, or values that the rules don't list. */
  by?: string | undefined
}

type RowFixer = (row: FixableRow, wanted: Wanted) => CellEdit[]

/** Visits the rows of a batch that can be fixed, with their fixes. Returns the last row number if more may follow. */
export function visitFixes(
  sql: DatabaseSync,
  { run, what, after, ...wanted }: RowsToFix & { run: PreparedRun; after: number },
  visit: (row: RowEdits['row'], fixes: readonly CellEdit[]) => void,
): number | null {
  const columns = ['number', 'cells', 'read_notes', 'state', 'request', 'errors', 'warnings'] as const
  const findRowFixes = createRowFixes(sql, run)[what]
  return visitRows(selectRunRows(sql, columns, isEditable), run.id, after, (row) => {
    if (wanted.cause !== undefined && !causesOfRow(row).has(wanted.cause)) return
    const fixes = findRowFixes(row, wanted)
    if (fixes.length > 0) visit(row, fixes)
  })
}

/** Returns the functions that find a row's fixes, by target. */
export function createRowFixes(sql: DatabaseSync, run: PreparedRun): Record<LocalFix, RowFixer> {
  const columns = addressColumns(run.mapping)
  const columnFixes = createColumnFixes(run)
  const rules = readRules(sql, run.profileId) ?? {}
  const ruleFixer = createRuleFixer(run.header, run.mapping, rules)
  const addressFixer = createAddressFixer(run.header, run.mapping, rules)
  return {
    misfits: findRepair,
    addresses: (row) => columnFixes(row, columns, fixAddress),
    wrappers: (row) => columnFixes(row, columns, (text) => unwrapAddress(text)?.inner ?? text),
    rules: (row) => {
      const cells = parseCells(row)
      return [...ruleFixer(cells), ...addressFixer(cells)]
    },
    channels: createChannelFixes(withMediumColumn(run), rules),
    values: createValueFixes(run, columnFixes),
    suggestions: (row, { cause }) =>
      cause === undefined
        ? []
        : [...columnFixes(row, columns, (text) => followSuggestion(text, cause)), ...wordFixes(row, cause)],
    choice: createChoiceFixes(run),
    replace: (row, { cells, by }) => {
      if (!cells || by === undefined || cells.column >= run.header.length) return []
      return (parseCells(row)[cells.column] ?? '') === cells.text ? [{ ...cells, text: by }] : []
    },
  }
}

/** Returns the cells of a row that doesn't fit the header, where putting them back together changes them. */
function findRepair(row: FixableRow): CellEdit[] {
  const { repaired, errors } = parseReadNotes(row.read_notes)
  if (!repaired) return []
  const cells = parseCells(row)
  const isFaulty = (column: number) => errors.some((error) => error.column === column)
  return Array.from({ length: Math.max(cells.length, repaired.length) }, (_, column) => column)
    .filter((column) => cells[column] !== repaired[column] || isFaulty(column))
    .map((column) => ({ column, text: repaired[column] ?? '' }))
}

type FixableRow = Pick<StoredRow, 'cells' | 'request' | 'read_notes' | 'errors' | 'warnings'>

/**
 * Returns fixes for links to which Google Analytics would assign no channel: the nearest medium that has a channel and
 * that the rules allow.
 */
function createChannelFixes({ mapping }: PreparedRun, rules: TrackingRules) {
  const chooseMedium = createMediumChoice(rules)
  const [first] = columnsOfField('tracking_medium', mapping)
  return (row: FixableRow): CellEdit[] => {
    const request = parseRequest(row)
    const nearest =
      request && nearestForRequest(request, (wanted) => chooseMedium(getRuleFieldValues(request), wanted))
    const column = findColumn(mapping, parseCells(row), 'tracking_medium') ?? first
    return nearest && column !== undefined ? [{ column, text: nearest.medium }] : []
  }
}

type ColumnFixes = ReturnType<typeof createColumnFixes>

/**
 * Returns a function that returns the cells of some columns whose text, as it is sent, another function changes. What is
 * left out when a cell is sent needs no fix.
 */
function createColumnFixes({ mapping }: PreparedRun) {
  return (row: FixableRow, columns: readonly number[], fix: (text: string) => string): CellEdit[] => {
    const cells = parseCells(row)
    return columns.flatMap((column) => {
      const original = cleanColumnCell(mapping.columns[column], cells[column] ?? '')
      const text = fix(original)
      return text === original ? [] : [{ column, text }]
    })
  }
}

/** Returns fixes for words such as `null`, and for encoded text. */
function createValueFixes({ mapping }: PreparedRun, columnFixes: ColumnFixes) {
  const fixers = mapping.columns.map((use) => cellFixer(use))
  return (row: FixableRow): CellEdit[] =>
    fixers.flatMap((fix, column) => (fix ? columnFixes(row, [column], fix) : []))
}

/** Returns fixes for mistyped and missing words, as the other rows have them. */
function wordFixes(row: FixableRow, cause: string): CellEdit[] {
  return messagesOfRow(row).flatMap(({ key, column, suggestion }) =>
    key === cause && column !== null && suggestion !== undefined ? [{ column, text: suggestion }] : [],
  )
}

/** Returns an address with what the form suggests about one cause of problems. */
function followSuggestion(url: string, cause: string): string {
  const isAbout = (text: string) => [true, false].some((isError) => causeKey(text, isError) === cause)
  return addressWarnings(url, 'everyone').find(({ text }) => isAbout(text))?.fix?.value ?? url
}

/** Returns fixes for cells with values that the rules don't list, or none. In a list of tags, only the refused one is replaced. */
function createChoiceFixes({ mapping }: PreparedRun): RowFixer {
  return (row, { cause, by }) => {
    if (by === undefined) return []
    const cells = parseCells(row)
    const messages = messagesOfRow(row).filter(({ key, column }) => key === cause && column !== null)
    return [...Map.groupBy(messages, ({ column }) => column ?? 0)].map(([column, about]) => {
      const use = mapping.columns[column]
      const isTagList = use?.to === 'field' && use.field === 'tags'
      if (!isTagList || about.some(({ kind }) => kind === 'missing')) return { column, text: by }
      const isRefused = (tag: string) => about.some(({ text }) => text.startsWith(`“${tag}”`))
      const tags = parseTagCell(cells[column] ?? '').map((tag) => (isRefused(tag) ? by : tag))
      return { column, text: formatTagCell([...new Set(tags)]) }
    })
  }
}
