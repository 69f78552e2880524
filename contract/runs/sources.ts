import { fieldsOf } from '../link/fields.ts'
import { formatCount } from '../text.ts'
import { createDataInserter } from './appData.ts'
import { insertInUrl } from './insertInUrl.ts'
import { maxCellLength, rowFields } from './mapping.ts'
import type { Mapping, RowField } from './mapping.ts'
import { createColumnFinder, usedColumns, fillTemplate, parseTemplate } from './placeholders.ts'
import type { ColumnNames, InsertCell, ParsedTemplate } from './placeholders.ts'
import type { RowWarning } from './run.ts'

/** What a row says for a field: in a cell, or by the template. */
export interface FieldText {
  text: string
  field: RowField
  isCell: boolean
  /** The only column that it comes from; `null` where it comes from several, or none. */
  column: number | null
}

/** What is found in a row on the way. */
export interface IssueReporter {
  fault: (remark: RowWarning) => void
  remark: (remark: RowWarning) => void
}

type FieldReader = (row: Row) => FieldText | null

/** Said of what a template becomes with very long cells. */
export const tooLongMessage = `Becomes longer than ${formatCount(maxCellLength)} characters.`

/** The fields that are addresses. */
export const addressFields: ReadonlySet<RowField> = new Set<RowField>([
  'everyone',
  ...fieldsOf('appTarget'),
  ...fieldsOf('target'),
])
// What stands around a text for people, or in app data, is theirs; elsewhere it comes from the spreadsheet.
const verbatimFields: ReadonlySet<RowField> = new Set<RowField>([...fieldsOf('text'), ...fieldsOf('data')])

/** What stands before a sentence of which the column does not say which field it is about. */
export function prefixFieldLabel(said: Pick<FieldText, 'field' | 'isCell'>, sentence: string): string {
  return said.isCell ? sentence : `${rowFields[said.field]}: ${sentence}`
}

/** Reads a field of a row by a mapping. A cell that has a text comes before the template. */
export function createFieldReader(field: RowField, header: readonly string[], mapping: Mapping): FieldReader {
  const columns = columnsOfField(field, mapping)
  const template = mapping.template[field] ?? ''
  if (template === '') return columns.length === 0 ? () => null : (row) => readCells(field, columns, row)
  const fromTemplate = createTemplateReader(field, template, createColumnFinder(header))
  return (row) => readCells(field, columns, row) ?? fromTemplate(row)
}

/** The columns that are for a field. */
export function columnsOfField(field: RowField, { columns }: Mapping): number[] {
  return columns.flatMap((use, column) => (use.to === 'field' && use.field === field ? [column] : []))
}

export interface Row {
  cells: readonly string[]
  found: IssueReporter
}

/** What the cells of columns say for one field. */
export function readCells(
  field: RowField,
  columns: readonly number[],
  { cells, found: reporter }: Row,
): FieldText | null {
  let fieldText: FieldText | null = null
  for (const column of columns) {
    const cell = cells[column] ?? ''
    const trimmed = cell.trim()
    if (trimmed === '') continue
    const text = verbatimFields.has(field) ? cell : trimmed
    if (fieldText && fieldText.text !== text)
      reporter.fault({ column, text: 'Another column says something else for the same field.' })
    fieldText ??= { text, field, isCell: true, column }
  }
  return fieldText
}

function createTemplateReader(field: RowField, template: string, names: ColumnNames): FieldReader {
  const parsed = parseTemplate(template, names)
  const used = usedColumns(parsed)
  const inserts = createInserts(field, parsed)
  const fieldText = { field, isCell: false, column: used.length === 1 ? (used[0] ?? null) : null }
  const refuse = (reporter: IssueReporter, text: string) => {
    reporter.fault({ column: fieldText.column, text: prefixFieldLabel(fieldText, text) })
    return null
  }
  return ({ cells, found: reporter }) => {
    const { fault: error } = parsed
    if (error !== null) return refuse(reporter, error)
    const text = fillTemplate(parsed.parts, cells, inserts(reporter))
    if (text === null) return refuse(reporter, tooLongMessage)
    if (text === '') return null
    if (addressFields.has(field)) warnAboutEmptyCells(used, cells, reporter)
    return { ...fieldText, text }
  }
}

function warnAboutEmptyCells(
  columns: readonly number[],
  cells: readonly string[],
  { remark }: IssueReporter,
): void {
  for (const column of columns) {
    if ((cells[column] ?? '').trim() === '')
      remark({ column, text: 'This is empty, and an address has a place for it.' })
  }
}

/** How cells are put into a template of a field. */
function createInserts(field: RowField, { parts }: ParsedTemplate): (found: IssueReporter) => InsertCell {
  if (addressFields.has(field)) return () => insertInUrl
  if (verbatimFields.has(field) && field !== 'data') return () => (cell) => cell
  if (field !== 'data') return () => (cell) => cell.trim()
  const inserting = createDataInserter(parts)
  return ({ fault }) => inserting((column) => fault({ column, text: notJsonMessage }))
}

const notJsonMessage =
  'Is no JSON, such as 12 or true. Put quotes around its place in the app data to insert it as text.'
