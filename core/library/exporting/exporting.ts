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
import { csvCells, type VisitTotals } from './csv.ts'
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
}

/** Number of links written before the time of a step is looked at. */
const writtenAtOnce = 5

/** Exports links to files in batches, so that it can report progress and be cancelled. */
export function createExporting(database: Database) {
  const { sql, backfill } = database
  const tables = new Map<string, ReturnType<typeof createTableRows>>()
  const writings = createWritings(sql)
  const open = ({ id, file, which, format, app, qrStyles }: ExportRequest, count: number) => {
    const table = createTableRows(readBatches(sql, format.kind === 'json' ? sortByAge(sql, which) : which))
    const { batches, visits } = table
    const write = () => {
      if (format.kind === 'qr') return writeQrCodes(file, batches, qrStyles, format)
      if (format.kind !== 'json')
        return writeTable(file, batches, { format, header: listHeaders(sql, format.columns), count, visits })
      const extras =
        'everything' in which
          ? { presets: readPresets(sql), views: createSavedViews(database).list() }
          : { presets: [], views: [] }
      const readChecks = createCheckReader(sql)
      return writeText(file, createLinkFilePieces(batches, { app, ...extras, readChecks }))
    }
    tables.set(id, table)
    writings.begin(id, write())
  }
  return {
    /** Starts an export and returns the number of links. */
    begin: async (request: ExportRequest): Promise<number> => {
      if ('view' in request.which) await backfill.finish()
      const count = await countLinks(sql, request.which)
      open(request, count)
      return count
    },
    /** Returns the ids of the links in the next batch. Each batch is returned once. */
    upcoming: (id: string): string[] => tables.get(id)?.upcoming() ?? [],
    /** Sets the visits of links, for the next batch. */
    setVisits: (id: string, totals: Record<string, number>) => {
      const visits = tables.get(id)?.visits
      visits?.clear()
      for (const [link, total] of Object.entries(totals)) visits?.set(link, total)
    },
    /** Writes the next batch. `next` is `null` when the file is complete. */
    step: async (id: string) => {
      const batch = await writings.step(id, () => tables.get(id)?.isRead() === true)
      if (batch.next === null) tables.delete(id)
      return batch
    },
    /** Abandons an incomplete file. */
    abandon: async (id: string) => {
      tables.delete(id)
      await writings.abandon(id)
    },
  }
}

/**
 * Wraps the batches of an export so that the next batch can be peeked at before it is written. Divides batches, so that a
 * step can end between a few links.
 */
function createTableRows(source: Iterator<LinkRow[]>) {
  let rows: LinkRow[] = []
  function* divide() {
    for (;;) {
      if (rows.length === 0) rows = readNext(source)
      if (rows.length === 0) return
      const written = rows.slice(0, writtenAtOnce)
      // A new array, because the reader continues after the last row of its own.
      rows = rows.slice(writtenAtOnce)
      yield written
    }
  }
  return {
    visits: new Map<string, number>(),
    upcoming: () => {
      if (rows.length > 0) return []
      rows = readNext(source)
      return rows.map(({ id }) => id)
    },
    /** Whether no link of a batch that was read is left. */
    isRead: () => rows.length === 0,
    batches: divide(),
  }
}

/** Returns the next batch with links; empty at the end. */
function readNext(source: Iterator<LinkRow[]>): LinkRow[] {
  for (let batch = source.next(); !batch.done; batch = source.next())
    if (batch.value.length > 0) return batch.value
  return []
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
  visits: VisitTotals
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
  { format, header, count, visits }: TableOptions,
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
      await table.write(batch.map((row) => csvCells(row, columns, visits)))
      yield { links: batch.length }
    }
    await table.end()
  } finally {
    await table.abandon()
  }
}
