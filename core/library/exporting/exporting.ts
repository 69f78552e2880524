import type { DatabaseSync } from 'node:sqlite'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { ExportFormat, ExportedLinks } from '../../../contract/app/calls/links/exports.ts'
import { csvColumns } from '../../../contract/app/library/columns/csvColumns.ts'
import { isParameter, parameterLabel } from '../../../contract/service/link/parameters.ts'
import type { LinkRow } from '../linkRow.ts'
import type { Database } from '../openDatabase.ts'
import { readParameters } from '../rules.ts'
import { createSavedViews } from '../savedViews.ts'
import { openTableFile } from '../tables/tableFile.ts'
import { csvCells } from './csv.ts'
import { writeQrCodes, type QrStyles } from './qrCodes.ts'
import { createWritings, type Writing } from './writing.ts'
import { countLinks, readBatches, sortByAge } from './rows.ts'
import { createCheckReader, createLinkFilePieces, readPresets } from './linkFilePieces.ts'

export interface ExportRequest {
  id: string
  file: string
  which: ExportedLinks
  format: ExportFormat
  /** The app's version. */
  app: string
  /** QR code styles by profile. */
  qrStyles: QrStyles
  /** Since when visits must have been read to be written (ISO 8601). */
  visitsSince?: string
}

/** Number of links written before the time of a step is looked at. */
const writtenAtOnce = 5

/** Exports links to files in batches, so that it can report progress and be cancelled. */
export function createExporting(database: Database) {
  const { sql, backfill } = database
  const writings = createWritings(sql)
  const write = (
    { file, which, format, app, qrStyles, visitsSince }: ExportRequest,
    count: number,
  ): Writing => {
    const selected = format.kind === 'json' ? sortByAge(sql, which) : which
    const batches = readBatches(sql, selected, writtenAtOnce)
    if (format.kind === 'qr') return writeQrCodes(file, batches, qrStyles, format)
    if (format.kind !== 'json') {
      const header = listHeaders(sql, format.columns)
      return writeTable(file, batches, { format, header, count, visitsSince })
    }
    const extras =
      'everything' in which
        ? { presets: readPresets(sql), views: createSavedViews(database).list() }
        : { presets: [], views: [] }
    const readChecks = createCheckReader(sql)
    return writeText(file, createLinkFilePieces(batches, { app, ...extras, readChecks }))
  }
  return {
    /** Starts an export and returns the number of links. */
    begin: async (request: ExportRequest): Promise<number> => {
      if ('view' in request.which) await backfill.finish()
      const count = await countLinks(sql, request.which)
      writings.begin(request.id, write(request, count))
      return count
    },
    step: writings.step,
    abandon: writings.abandon,
  }
}

function* writeText(file: string, pieces: Iterable<{ text: string; links: number }>): Writing {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    for (const { text, links } of pieces) {
      writeFileSync(descriptor, text)
      yield { links }
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Maximum rows of an Excel sheet, without the header. */
const maxRows = 1_048_575

type TableFormat = Extract<ExportFormat, { kind: 'csv' | 'xlsx' }>

interface TableOptions {
  format: TableFormat
  header: string[]
  /** Expected number of links. */
  count: number
  visitsSince: string | undefined
}

/** Returns the headers of columns. Those of parameters are their names for people. */
function listHeaders(sql: DatabaseSync, columns: TableFormat['columns']): string[] {
  const labels = new Map(readParameters(sql).map(({ field, label }) => [field, label]))
  return columns.map((column) =>
    isParameter(column) ? (labels.get(column) ?? parameterLabel(column)) : csvColumns[column],
  )
}

/** Writes a table of links. A workbook continues in further sheets if one isn't enough. */
async function* writeTable(
  file: string,
  batches: Iterable<LinkRow[]>,
  { format, header, count, visitsSince }: TableOptions,
): Writing {
  const { kind, columns } = format
  const moreSheets = kind === 'csv' ? 0 : Math.max(0, Math.ceil(count / maxRows) - 1)
  const names = Array.from({ length: moreSheets }, (_, index) => ({ name: `Links ${index + 2}` }))
  const delimiter = format.kind === 'csv' ? format.delimiter : undefined
  const table = await openTableFile(file, kind, [{ name: 'Links' }, ...names], delimiter)
  let [sheets, rows] = [0, 0]
  try {
    await table.write([header])
    for (const batch of batches) {
      // Links added meanwhile go into the last sheet.
      if (rows + batch.length > maxRows && sheets < moreSheets) {
        await table.nextSheet()
        await table.write([header])
        ;[sheets, rows] = [sheets + 1, 0]
      }
      rows += batch.length
      await table.write(batch.map((row) => csvCells(row, columns, visitsSince)))
      yield { links: batch.length }
    }
    await table.end()
  } finally {
    await table.abandon()
  }
}
