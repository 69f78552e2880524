import { fieldsOf, type FieldOf } from '../../../../contract/service/link/fields.ts'
import type { ColumnUse, RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import {
  addressFields,
  cleanColumnCell,
  describeLeftOut,
} from '../../../../contract/app/runs/mapping/sources.ts'
import { describePipedTags } from '../../../../contract/app/runs/mapping/tags.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { failureReason } from '../../../../contract/app/runs/outcomes.ts'

/** A column of the grid, next to the state column. */
export interface GridColumn {
  key: string
  label: string
  /** The row's cell index; `null` for a column added by the app. */
  cell: number | null
  text: (row: RunRow) => string
  /** Returns what is left out of the text when it is sent; `null` if nothing or only spaces. */
  note?: (row: Pick<RunRow, 'cells'>) => string | null
  /** Whether its addresses are shown without `https://`, and shortened in the middle if they don't fit. */
  isAddress?: boolean
  /** Whether all errors and warnings of a row are shown here, instead of in the cells that they are about. */
  hasMessages?: boolean
  /** Whether the app adds the column to those of the table. */
  isAdded?: boolean
  /** Minimum width in pixels. */
  width: number
}

const widths = { min: 120, max: 240, perLetter: 9, padding: 40, text: 180, address: 220 }

type Columns = Pick<Run, 'header' | 'mapping'>

/** Returns the columns of the run's original table. Titles and addresses are wider, and addresses differ at their end. */
function createTableColumns({ header, mapping }: Columns): GridColumn[] {
  return header.map((name, index) => ({
    key: `cell ${String(index)}`,
    label: name || `Column ${String(index + 1)}`,
    cell: index,
    text: ({ cells }) => cells[index] ?? '',
    note: ({ cells }) =>
      describeChange(mapping.columns[index], cells[index] ?? '') ??
      describePipedTags(mapping.columns[index], cells[index] ?? ''),
    width: Math.min(
      widths.max,
      Math.max(minWidth(mapping.columns[index]), name.length * widths.perLetter + widths.padding),
    ),
  }))
}

function describeChange(use: ColumnUse | undefined, cell: string): string | null {
  return cleanColumnCell(use, cell) === cell.trim() ? null : describeLeftOut(use, cell)
}

/** Returns the columns of the check: those of the table, and the channel in Google Analytics if links have tracking. */
export function createCheckColumns(run: Columns): GridColumn[] {
  const columns = createTableColumns(run)
  if (run.mapping.template.title) columns.push(resultingTitleColumn)
  if (hasAddressTemplate(run.mapping)) columns.push(resultingAddressColumn)
  return hasTracking(run.mapping) ? [...columns, channelColumn] : columns
}

/** Whether the links' address isn't that of a column, so that the table doesn't show it. */
function hasAddressTemplate({ template }: Run['mapping']): boolean {
  return Boolean(template.everyone) || Boolean(template.desktop_custom_redirect)
}

const resultingTitleColumn: GridColumn = {
  key: 'title',
  label: 'Resulting title',
  cell: null,
  isAdded: true,
  text: ({ title }) => title ?? '',
  width: widths.text,
}

const resultingAddressColumn: GridColumn = {
  key: 'address',
  label: 'Resulting address',
  cell: null,
  isAdded: true,
  text: ({ address }) => address ?? '',
  isAddress: true,
  width: widths.address + 80,
}

const textFields: readonly RowField[] = fieldsOf('text')

function minWidth(use: ColumnUse | undefined): number {
  if (use?.to !== 'field') return widths.min
  if (addressFields.has(use.field)) return widths.address
  return textFields.includes(use.field) ? widths.text : widths.min
}

const channelColumn: GridColumn = {
  key: 'channel',
  label: 'Channel in Google Analytics',
  cell: null,
  isAdded: true,
  text: ({ channel }) => channel ?? '',
  width: 190,
}

function hasTracking({ columns, template }: Run['mapping']): boolean {
  const isMapped = (field: FieldOf<'tracking'>) =>
    columns.some((use) => use.to === 'field' && use.field === field) || Boolean(template[field])
  return fieldsOf('tracking').some(isMapped)
}

/** Returns the columns of the results. If a row has no link, its reason is shown instead. */
export function createResultColumns(run: Columns, hasReasons: boolean): GridColumn[] {
  const link: GridColumn = {
    key: 'link',
    label: hasReasons ? 'Link or reason' : 'Link',
    cell: null,
    isAdded: true,
    text: (row) => row.link ?? failureReason(row, run.header),
    isAddress: true,
    width: hasReasons ? 320 : 240,
  }
  return [link, ...createTableColumns(run)]
}

/** Returns the width of each column. Extra width is divided equally. */
export function layoutWidths(columns: readonly GridColumn[], availableWidth: number): number[] {
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  const extraWidth = Math.max(0, Math.floor((availableWidth - needed) / Math.max(1, columns.length)))
  return columns.map(({ width }) => width + extraWidth)
}
