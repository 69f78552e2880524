import {
  pastedCells,
  type PastedCells,
  type CreateSource,
  maxRows,
} from '../../../../contract/app/runs/sources.ts'
import type { RememberedReading, TableReading } from '../../../../contract/app/tables/reading.ts'
import { tryParseJson } from '../../../../contract/app/text/tryParseJson.ts'
import { openShaped } from '../../../tables/openShaped.ts'
import type { OpenTable } from '../../../tables/reader.ts'
import { CodedError } from '../../../folder/codedError.ts'
import { readText } from '../../../tables/decode.ts'
import type { StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { uniqueNames, type TableWords } from '../../../tables/header.ts'
import type { SelectedLinks } from '../../../../contract/app/library/view.ts'
import { csvColumns, type FixedCsvColumn } from '../../../../contract/app/library/columns/csvColumns.ts'
import { rowFieldNames, type ColumnUse } from '../../../../contract/app/runs/mapping/mapping.ts'
import { csvCells } from '../../exporting/csv.ts'
import { countLinks, readBatches } from '../../exporting/rows.ts'
import type { SourceKind } from '../../../../contract/app/runs/run.ts'
import type { SheetRow } from '../../../tables/table.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import { addressFields } from '../../../../contract/app/runs/mapping/sources.ts'
import { findColumns } from '../../imports/columns.ts'

interface Parts {
  database: Database
  staged: StagedFiles
  openTable: OpenTable
}

/** A source whose pasted cells are in a file. */
export type StagedSource = Exclude<CreateSource, { kind: 'pasted' }>

/** Opens the rows of a source. */
export async function openRunTable(
  source: StagedSource,
  remembered: readonly RememberedReading[],
  { database, staged, openTable }: Parts,
): Promise<RunTable> {
  if (source.kind === 'lists') return createListsTable(source.lists)
  if (source.kind === 'links') return await createLinksTable(database, source.which)
  const { choice = {}, isPasted = false } = source
  const { file } = staged.get(source.file)
  const input = isPasted ? readPastedCells(file) : { file }
  const read = await openShaped(input, { open: openTable, words: runWords, choice, remembered })
  const { table, reading, names, isNamed, next } = read
  const { size, progress, close, delimiter, kind } = table
  return {
    kind: isPasted ? 'pasted' : kind === 'xlsx' || kind === 'ods' ? kind : 'csv',
    name: isPasted ? 'Pasted rows' : source.name,
    ...{ names, isNamed, delimiter, reading, size, progress, next, close },
  }
}

/** Reads a paste that was uploaded as a file. */
function readPastedCells(file: string): PastedCells {
  const cells = pastedCells.safeParse(tryParseJson([...readText(file, 'utf-8')].join('')))
  if (!cells.success) throw new CodedError('sheet_too_large')
  return cells.data
}

type Lists = Extract<CreateSource, { kind: 'lists' }>['lists']

/** Rows per batch: combinations of lists, and links, which may be large. */
const [batchSize, linksBatchSize] = [500, 20]

/** Returns a table with every combination of the lists' values. The last list varies fastest. */
function createListsTable(lists: Lists): RunTable {
  const size = lists.reduce((product, { values }) => product * values.length, 1)
  if (size > maxRows) throw new CodedError('sheet_too_long')
  const names = uniqueNames(lists.map(({ name }) => name))
  let start = 0
  return {
    kind: 'lists',
    name: names.join(' × '),
    size,
    names,
    isNamed: true,
    progress: () => Math.min(start, size),
    next: () => {
      const length = Math.min(batchSize, size - start)
      const rows = Array.from({ length }, (_, index) => ({ cells: combination(lists, start + index) }))
      start += batchSize
      return Promise.resolve(length <= 0 ? null : rows)
    },
  }
}

function combination(lists: Lists, number: number): string[] {
  let remaining = number
  const cells = lists.toReversed().map(({ values }) => {
    const cell = values[remaining % values.length] ?? ''
    remaining = Math.floor(remaining / values.length)
    return cell
  })
  return cells.reverse()
}

type FieldColumn = Exclude<(typeof rowFieldNames)[number], 'everyone'>

/** The columns of a link: its address for reference, and the fields for creating a similar link. */
const columns: readonly FixedCsvColumn[] = [
  'link',
  ...rowFieldNames.filter((name): name is FieldColumn => name !== 'everyone'),
]

/** Returns links of the library as a table with the columns of our CSV. */
async function createLinksTable({ sql, backfill }: Database, selected: SelectedLinks): Promise<RunTable> {
  if ('view' in selected) await backfill.finish()
  const size = await countLinks(sql, selected)
  if (size > maxRows) throw new CodedError('run_too_long')
  const batches = readBatches(sql, selected, linksBatchSize)
  let read = 0
  return {
    kind: 'links',
    name: 'Links from the library',
    size,
    names: columns.map((column) => csvColumns[column]),
    isNamed: true,
    uses: columnUses,
    progress: () => read,
    next: () => {
      const batch = batches.next()
      if (batch.done) return Promise.resolve(null)
      read += batch.value.length
      return Promise.resolve(batch.value.map((row) => ({ cells: csvCells(row, columns) })))
    },
  }
}

const columnUses: readonly ColumnUse[] = columns.map((column) =>
  column === 'link' ? { to: 'nothing' } : { to: 'field', field: column as FieldColumn },
)

/** The rows of a run's source. */
export interface RunTable {
  kind: SourceKind
  name: string
  /** The column names, and whether the table has them. */
  names: readonly string[]
  isNamed: boolean
  /** The use of each column, if the source defines it. */
  uses?: readonly ColumnUse[]
  delimiter?: string | undefined
  /** How a file or paste was read. */
  reading?: TableReading
  /** The total for the reported progress. */
  size: number
  progress: () => number
  /** Returns the next rows; `null` after the last. */
  next: () => Promise<SheetRow[] | null>
  close?: () => void
}

/** The column names of tables for runs: of fields, of app data, and of other services' exports. */
export const runWords: TableWords = {
  countNames: (cells) => {
    const mapped = guessMapping(cells, []).columns.filter(({ to }) => to !== 'nothing').length
    const imported = findColumns(cells)?.filter((role) => role !== null).length ?? 0
    return Math.max(mapped, imported)
  },
  isTags: (name) => {
    const [use] = guessMapping([name], []).columns
    return use?.to === 'field' && use.field === 'tags'
  },
  isAddress: (name) => {
    const [use] = guessMapping([name], []).columns
    return use?.to === 'field' && addressFields.has(use.field)
  },
}
