import type { DatabaseSync } from 'node:sqlite'
import { byName, fieldsOf } from '../../../contract/service/link/fields.ts'
import { findColumn } from '../../../contract/app/runs/mapping/sources.ts'
import { createRowCompiler } from '../../../contract/app/runs/template/compile.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import type { RowWarning } from '../../../contract/app/runs/run.ts'
import { requestHash } from '../requestHash.ts'
import { createChannelWarnings } from './channelWarnings.ts'
import { createEqualLinks, createEqualRows, createForeignLinks, type ForeignLink } from './equalLinks.ts'
import { createPathJudge } from './paths/judge.ts'
import { parseReadNotes } from './readNotes.ts'
import type { PreparedRun } from './preparedRun.ts'
import { duplicateWarning, parseCells, type StoredRow } from './storedRow.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Checks a row of a run, saves the result and returns it. `before` is its previous version. */
export type RowChecker = (row: StoredRow, before?: StoredRow) => StoredRow

/** The columns that a check can change. An edit also changes `cells` and `read_notes`. */
const verdictColumns = [
  ...(['request', 'request_hash', 'own_path', 'path_check', 'state', 'errors', 'warnings', 'link'] as const),
] as const
const writtenColumns = [...verdictColumns, 'cells', 'read_notes'] as const

/** The check result of an editable row. */
type RowVerdict = Pick<StoredRow, (typeof verdictColumns)[number]>

interface Parts {
  sql: DatabaseSync
  run: PreparedRun
  standards: ValidationStandards
  vocabulary: Vocabulary
}

export function createRowChecker(parts: Parts): RowChecker {
  const { sql, run, standards } = parts
  const readMessages = createRowMessages(run, standards)
  const findTypos = createTypoFinder(parts)
  const suggest = createSuggester(parts)
  const judge = createJudge(parts)
  const set = writtenColumns.map((column) => `${column} = ?`).join(', ')
  const update = sql.prepare(`UPDATE run_rows SET ${set} WHERE run = ? AND number = ?`)
  const checkRow = (row: StoredRow): RowVerdict => {
    const { request, errors, warnings } = readMessages(row)
    const typos = request ? findTypos(request, parseCells(row)) : []
    return judge(row, {
      request,
      errors: errors.map(suggest),
      warnings: [...warnings.map(suggest), ...typos],
    })
  }
  return (row, before = row) => {
    const checkedRow = { ...row, ...checkRow(row) }
    if (writtenColumns.some((column) => checkedRow[column] !== before[column]))
      update.run(...writtenColumns.map((column) => checkedRow[column]), row.run, row.number)
    return checkedRow
  }
}

/** Returns a function that returns a row's request and messages, without comparing it with other rows or links. */
export function createRowMessages(run: PreparedRun, standards: ValidationStandards) {
  const compile = createRowCompiler(run.header, run.mapping, standards)
  const channelWarnings = createChannelWarnings(run, standards.rules ?? {})
  return (row: Pick<StoredRow, 'cells' | 'read_notes'>): CompiledRow => {
    const cells = parseCells(row)
    const compiled = compile(cells)
    const readNotes = parseReadNotes(row.read_notes)
    const errors = [...readNotes.errors, ...compiled.errors]
    const request = errors.length === 0 ? compiled.request : null
    const warnings = [...readNotes.warnings, ...compiled.warnings]
    if (request) warnings.push(...channelWarnings(request, cells))
    return { request, errors, warnings }
  }
}

interface CompiledRow {
  request: Request | null
  errors: RowWarning[]
  warnings: RowWarning[]
}

/** Returns a function that decides what becomes of a row: whether its link exists, or an earlier row creates it. */
function createJudge({ sql, run }: Parts) {
  const findLink = createEqualLinks(sql)
  const findForeign = createForeignLinks(sql, run)
  const { findEarlier } = createEqualRows(sql, 'request_hash')
  const judgePath = createPathJudge(sql, run)
  const target = { profile_id: run.profileId, environment: run.environment }
  const compare = (row: StoredRow, request: Request | null) => {
    const text = request && JSON.stringify(request)
    // The profile and environment of a run don't change, so the same request has the same hash.
    const storedHash = text === row.request ? row.request_hash : null
    const hash = storedHash ?? (request && requestHash({ ...target, request }))
    const equalLink = findLink({ request: text, request_hash: hash })
    // A link that is being created may still fail, so that is decided when the row is about to be sent.
    const exists = equalLink !== null && !equalLink.isPending && !run.createExisting
    const { number } = row
    const isRepeated = !exists && findEarlier({ run: row.run, number, request_hash: hash }) !== null
    const isDecided = exists || (isRepeated && !run.createExisting)
    const foreign = request && !isDecided ? findForeign(request) : null
    return { text, hash, equalLink, foreign, exists, isRepeated, isDecided }
  }
  return (row: StoredRow, { request, errors, warnings }: CompiledRow): RowVerdict => {
    const compared = compare(row, request)
    const { text, hash, equalLink, exists, isDecided } = compared
    const { error, existing, ...path } = judgePath(row, request, isDecided)
    const allWarnings = [...warnings, ...comparisonWarnings(compared)]
    const verdict = { ...path, request: text, request_hash: hash, errors: formatWarnings(errors), link: null }
    // It keeps its warnings, because they may be the reason for skipping it.
    if (row.state === 'skipped')
      return { ...verdict, request_hash: null, state: 'skipped', warnings: formatWarnings(allWarnings) }
    if (hash === null) return { ...verdict, state: 'faulty', warnings: formatWarnings(warnings) }
    // Nothing is created for such a row, so there is nothing to fix.
    const link = equalLink?.link ?? null
    if (exists) return { ...verdict, state: 'existing', link, warnings: '[]' }
    if (existing !== null) return { ...verdict, state: 'existing', link: existing, warnings: '[]' }
    if (isDecided) return { ...verdict, state: 'existing', warnings: formatWarnings([duplicateWarning]) }
    if (error === null) return { ...verdict, state: 'ready', warnings: formatWarnings(allWarnings) }
    return { ...verdict, ...unusable(row, error), state: 'faulty', warnings: formatWarnings(warnings) }
  }
  /** The warnings about equal links and rows. */
  function comparisonWarnings({ equalLink, foreign, isRepeated }: ReturnType<typeof compare>): RowWarning[] {
    const warnings: RowWarning[] = []
    if (equalLink && run.createExisting) warnings.push(existingLinkWarning(equalLink.link))
    if (foreign) warnings.push(foreignLinkWarning(foreign))
    if (isRepeated) warnings.push(duplicateWarning)
    return warnings
  }
  /** The row of a path that can't be used. */
  function unusable(row: StoredRow, text: string) {
    const column = findColumn(run.mapping, parseCells(row), 'path')
    return { request: null, request_hash: null, errors: formatWarnings([{ column, text }]) }
  }
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

function foreignLinkWarning({ link, author, createdAt }: ForeignLink): RowWarning {
  const day = createdAt.slice(0, 10)
  const made = author === null ? '' : `, made with the key “${author}” on ${day}`
  const text = `Your library has a link with the same addresses and tracking${made}: ${(link ?? '').slice(0, 300)}`
  return { column: null, text }
}

/** Returns a function that finds likely typos among a row's words. */
function createTypoFinder({ run, vocabulary }: Parts) {
  return (request: Request, cells: readonly string[]): RowWarning[] =>
    fieldsOf('tracking').flatMap((field) => {
      const word = request[field]
      const typo = word === undefined ? null : vocabulary.findTypo(field, word)
      return typo === null ? [] : [{ column: findColumn(run.mapping, cells, field), ...typo }]
    })
}

/** Returns a function that suggests, for a missing tracking value, the one of most other rows. */
function createSuggester({ vocabulary }: Parts) {
  const usual = byName(fieldsOf('tracking'), (field) => vocabulary.usualWord(field))
  return (message: RowWarning): RowWarning => {
    const suggestion = message.kind === 'missing' && usual[message.field as keyof typeof usual]
    return suggestion ? { ...message, suggestion } : message
  }
}
