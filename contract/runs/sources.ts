import { fieldsOf } from '../link/fields.ts'
import { grouped } from '../text.ts'
import { insertingInData } from './appData.ts'
import { insertInUrl } from './insertInUrl.ts'
import { longestCell, rowFields } from './mapping.ts'
import type { Mapping, RowField } from './mapping.ts'
import { columnNames, columnsOf, fill, parseTemplate } from './placeholders.ts'
import type { ColumnNames, Insert, Parsed } from './placeholders.ts'
import type { RowRemark } from './run.ts'

/** What a row says for a field: in a cell, or by the template. */
export interface Said {
  text: string
  field: RowField
  isCell: boolean
  /** The only column that it comes from; `null` where it comes from several, or none. */
  column: number | null
}

/** What is found in a row on the way. */
export interface Found {
  fault: (remark: RowRemark) => void
  remark: (remark: RowRemark) => void
}

type Reader = (row: Row) => Said | null

/** Said of what a template becomes with very long cells. */
export const tooLong = `Becomes longer than ${grouped(longestCell)} characters.`

/** The fields that are addresses. */
export const addressFields: ReadonlySet<RowField> = new Set<RowField>([
  'everyone',
  ...fieldsOf('appTarget'),
  ...fieldsOf('target'),
])
// What stands around a text for people, or in app data, is theirs; elsewhere it comes from the spreadsheet.
const verbatim: ReadonlySet<RowField> = new Set<RowField>([...fieldsOf('text'), ...fieldsOf('data')])

/** What stands before a sentence of which the column does not say which field it is about. */
export function aboutField(said: Pick<Said, 'field' | 'isCell'>, sentence: string): string {
  return said.isCell ? sentence : `${rowFields[said.field]}: ${sentence}`
}

/** Reads a field of a row by a mapping. A cell that has a text comes before the template. */
export function readerOf(field: RowField, header: readonly string[], mapping: Mapping): Reader {
  const columns = columnsOfField(field, mapping)
  const template = mapping.template[field] ?? ''
  if (template === '') return columns.length === 0 ? () => null : (row) => fromCells(field, columns, row)
  const fromTemplate = templateReader(field, template, columnNames(header))
  return (row) => fromCells(field, columns, row) ?? fromTemplate(row)
}

/** The columns that are for a field. */
export function columnsOfField(field: RowField, { columns }: Mapping): number[] {
  return columns.flatMap((use, column) => (use.to === 'field' && use.field === field ? [column] : []))
}

export interface Row {
  cells: readonly string[]
  found: Found
}

/** What the cells of columns say for one field. */
export function fromCells(field: RowField, columns: readonly number[], { cells, found }: Row): Said | null {
  let said: Said | null = null
  for (const column of columns) {
    const cell = cells[column] ?? ''
    const trimmed = cell.trim()
    if (trimmed === '') continue
    const text = verbatim.has(field) ? cell : trimmed
    if (said && said.text !== text)
      found.fault({ column, text: 'Another column says something else for the same field.' })
    said ??= { text, field, isCell: true, column }
  }
  return said
}

function templateReader(field: RowField, template: string, names: ColumnNames): Reader {
  const parsed = parseTemplate(template, names)
  const used = columnsOf(parsed)
  const inserts = insertsFor(field, parsed)
  const said = { field, isCell: false, column: used.length === 1 ? (used[0] ?? null) : null }
  const refuse = (found: Found, text: string) => {
    found.fault({ column: said.column, text: aboutField(said, text) })
    return null
  }
  return ({ cells, found }) => {
    const { fault } = parsed
    if (fault !== null) return refuse(found, fault)
    const text = fill(parsed.parts, cells, inserts(found))
    if (text === null) return refuse(found, tooLong)
    if (text === '') return null
    if (addressFields.has(field)) remarkEmpty(used, cells, found)
    return { ...said, text }
  }
}

function remarkEmpty(columns: readonly number[], cells: readonly string[], { remark }: Found): void {
  for (const column of columns) {
    if ((cells[column] ?? '').trim() === '')
      remark({ column, text: 'This is empty, and an address has a place for it.' })
  }
}

/** How cells are put into a template of a field. */
function insertsFor(field: RowField, { parts }: Parsed): (found: Found) => Insert {
  if (addressFields.has(field)) return () => insertInUrl
  if (verbatim.has(field) && field !== 'data') return () => (cell) => cell
  if (field !== 'data') return () => (cell) => cell.trim()
  const inserting = insertingInData(parts)
  return ({ fault }) => inserting((column) => fault({ column, text: noJson }))
}

const noJson =
  'Is no JSON, such as 12 or true. Put quotes around its place in the app data to insert it as text.'
