import { fieldsOf, linkFields, type FieldName } from '../../../service/link/fields.ts'
import { formatCount } from '../../../service/text/text.ts'
import { cleanValue, describeCleaning } from '../../values/cleanValue.ts'
import { isEmptyWord } from '../../../service/text/words.ts'
import { createDataInserter } from '../template/appData.ts'
import { insertInUrl } from '../template/insertInUrl.ts'
import { isParameter, type ParameterField } from '../../../service/link/parameters.ts'
import { maxCellLength, rowFieldLabel, type ColumnUse, type Mapping, type RowField } from './mapping.ts'
import { createColumnFinder, usedColumns, fillTemplate, parseTemplate } from '../template/placeholders.ts'
import type { ColumnNames, InsertCell, ParsedTemplate } from '../template/placeholders.ts'
import type { RowWarning } from '../run.ts'

/** A row's text for a field, from a cell or a template. */
export interface FieldText {
  text: string
  field: RowField
  isCell: boolean
  /** The column of the text; `null` if there are several or none. */
  column: number | null
}

/** Collects errors and warnings of a row. */
export interface IssueReporter {
  error: (error: RowWarning) => void
  warning: (warning: RowWarning) => void
}

type FieldReader = (row: Row) => FieldText | null

/** Error message if a template with long cells exceeds the limit. */
export const tooLongMessage = `Would be longer than ${formatCount(maxCellLength)} characters.`

/** The fields that are addresses. */
export const addressFields: ReadonlySet<RowField> = new Set<RowField>([
  'everyone',
  ...fieldsOf('appTarget'),
  ...fieldsOf('target'),
])

/** Prefixes a message with the field's label if the column doesn't identify the field. */
export function prefixFieldLabel(
  { field, isCell }: Pick<FieldText, 'field' | 'isCell'>,
  sentence: string,
  label = rowFieldLabel(field),
): string {
  return isCell ? sentence : `${label}: ${sentence}`
}

/** Returns a function that reads a field of a row. A non-empty cell overrides the template. */
export function createFieldReader(field: RowField, header: readonly string[], mapping: Mapping): FieldReader {
  const columns = columnsOfField(field, mapping)
  const template = mapping.template[field] ?? ''
  if (template === '') return columns.length === 0 ? () => null : (row) => readCells(field, columns, row)
  const fromTemplate = createTemplateReader(field, template, createColumnFinder(header))
  return (row) => readCells(field, columns, row) ?? fromTemplate(row)
}

/** Returns the columns used for a field. */
export function columnsOfField(field: RowField, { columns }: Mapping): number[] {
  return columns.flatMap((use, column) => (use.to === 'field' && use.field === field ? [column] : []))
}

/** Returns the columns that the texts of the template use. */
export function columnsInTexts(header: readonly string[], { template }: Mapping): Set<number> {
  const names = createColumnFinder(header)
  return new Set(Object.values(template).flatMap((text) => usedColumns(parseTemplate(text ?? '', names))))
}

/** Returns the columns used for addresses. */
export function addressColumns({ columns }: Mapping): number[] {
  return columns.flatMap((use, column) =>
    use.to === 'field' && addressFields.has(use.field) ? [column] : [],
  )
}

/** Returns the column that provides a field's text in a row, or `null` if it comes from the template. */
export function findColumn(mapping: Mapping, cells: readonly string[], field: RowField): number | null {
  const column = mapping.columns.findIndex(
    (use, index) => use.to === 'field' && use.field === field && (cells[index] ?? '').trim() !== '',
  )
  return column < 0 ? null : column
}

export interface Row {
  cells: readonly string[]
  issues: IssueReporter
}

/** Returns a cell's text as it is sent for a field. Only app data is kept exactly. */
export function cleanCell(field: RowField, cell: string): string {
  return cleanValue(toCleanedField(field), cell)
}

/** Returns a cell's text as it is sent for a column. */
export function cleanColumnCell(use: ColumnUse | undefined, cell: string): string {
  const field = use && findCleanedField(use)
  return field ? cleanValue(field, cell) : cell.trim()
}

/** Returns what is left out of a cell when it is sent; `null` if nothing. */
export function describeLeftOut(use: ColumnUse | undefined, cell: string): string | null {
  const field = use && findCleanedField(use)
  return field ? describeCleaning(field, cell) : null
}

function findCleanedField(use: ColumnUse): FieldName | ParameterField | null {
  if (use.to === 'tag') return 'tags'
  return use.to === 'field' && use.field !== 'data' ? toCleanedField(use.field) : null
}

/** Returns the field whose values are cleaned like those of a row's field. */
function toCleanedField(field: RowField): FieldName | ParameterField {
  if (isParameter(field) || isFieldName(field)) return field
  return field === 'everyone' ? 'desktop_custom_redirect' : 'show_preview_ios'
}

const isFieldName = (field: string): field is FieldName => Object.hasOwn(linkFields, field)

/** Returns the text that cells provide for a field. */
export function readCells(
  field: RowField,
  columns: readonly number[],
  { cells, issues: reporter }: Row,
): FieldText | null {
  let fieldText: FieldText | null = null
  for (const column of columns) {
    const cell = cells[column] ?? ''
    const text = cleanCell(field, cell)
    if (text.trim() === '') continue
    if (fieldText && fieldText.text !== text)
      reporter.error({ column, text: 'Another column has a different value for the same field.' })
    fieldText ??= { text, field, isCell: true, column }
  }
  return fieldText
}

function createTemplateReader(field: RowField, template: string, names: ColumnNames): FieldReader {
  const parsed = parseTemplate(template, names)
  const columns = usedColumns(parsed)
  const inserts = createInserts(field, parsed)
  const fieldText = { field, isCell: false, column: columns.length === 1 ? (columns[0] ?? null) : null }
  const refuse = (reporter: IssueReporter, text: string) => {
    reporter.error({ column: fieldText.column, text: prefixFieldLabel(fieldText, text) })
    return null
  }
  return ({ cells, issues: reporter }) => {
    const { error } = parsed
    if (error !== null) return refuse(reporter, error)
    const filled = fillTemplate(parsed.parts, cells, inserts(reporter))
    if (filled === null) return refuse(reporter, tooLongMessage)
    const text = cleanCell(field, filled)
    if (text === '') return null
    if (field !== 'data') warnAboutEmptyCells(columns, cells, reporter, addressFields.has(field))
    return { ...fieldText, text }
  }
}

function warnAboutEmptyCells(
  columns: readonly number[],
  cells: readonly string[],
  { warning }: IssueReporter,
  isAddress: boolean,
): void {
  for (const column of columns) {
    const cell = (cells[column] ?? '').trim()
    if (isAddress && cell === '')
      warning({ column, text: 'This is empty, but the address template uses it.' })
    if (isEmptyWord(cell))
      warning({ column, text: `The template uses “${cell}”, which usually means “no value”.` })
  }
}

/** Returns how cells are inserted into a field's template. */
function createInserts(field: RowField, { parts }: ParsedTemplate): (found: IssueReporter) => InsertCell {
  if (addressFields.has(field)) return () => (cell, before) => insertInUrl(cleanCell(field, cell), before)
  if (field !== 'data') return () => (cell) => cleanCell(field, cell)
  const insertCell = createDataInserter(parts)
  return ({ error }) => insertCell((column) => error({ column, text: notJsonMessage }))
}

const notJsonMessage =
  'Isn’t JSON, such as 12 or true. To insert it as text, put quotes around the placeholder in the app data.'
