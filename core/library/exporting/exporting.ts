import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { ExportFormat, ExportedLinks } from '../../../contract/app/calls/links/exports.ts'
import type { FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import type { LinkRow } from '../linkRow.ts'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import { LibraryInterruptedError } from '../../folder/storageProblem.ts'
import type { Database } from '../openDatabase.ts'
import { createSavedViews } from '../savedViews.ts'
import { startStep } from '../step.ts'
import { createCsvPieces } from './csv.ts'
import { createQrPieces, type QrStyles } from './qrCodes.ts'
import { countLinks, readBatches, sortByAge } from './rows.ts'
import type { ExportBatch, Writing } from './writing.ts'
import { createCheckReader, createLinkFilePieces, readPresets } from './linkFilePieces.ts'
import { writeWorkbook } from './workbook.ts'
import { createZipFile } from './zipFile.ts'

/** A file to export. */
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

/** Exports links to files in batches, so that it can report progress and be cancelled. */
export interface Exporting {
  /** Opens the file and returns the number of links to export. */
  begin: (request: ExportRequest) => Promise<number>
  /** Returns the ids of the links in the next batch. Each batch is returned once. */
  upcoming: (id: string) => Promise<string[]>
  /** Sets the visits of links, for the next batch. */
  setVisits: (id: string, totals: Record<string, number>) => Promise<void>
  /** Writes the next batch. `next` is `null` when the file is complete. */
  step: (id: string) => Promise<ExportBatch>
  /** Abandons an incomplete file. */
  abandon: (id: string) => Promise<void>
}

/** Number of links written before the time of a step is looked at. */
const writtenAtOnce = 5
/** Maximum size of a batch, in bytes. */
const maxBatchBytes = 16 * 1_024 * 1_024

export function createExporting(database: Database): Exporting {
  const { sql, backfill } = database
  const openExports = new Map<string, Writing>()
  const tables = new Map<string, TableRows>()
  const forget = (id: string) => {
    openExports.delete(id)
    tables.delete(id)
  }
  const open = async (request: ExportRequest, count: number): Promise<Writing> => {
    const { id, file, which, format, app, qrStyles } = request
    const table = createTableRows(readBatches(sql, format.kind === 'json' ? sortByAge(sql, which) : which))
    const { batches, visits } = table
    tables.set(id, table)
    if (format.kind === 'qr') return await writeQrCodes(file, batches, qrStyles, format.delimiter)
    if (format.kind === 'csv')
      return writeText(file, createCsvPieces(batches, format.columns, format.delimiter, visits))
    if (format.kind === 'xlsx') {
      return await writeWorkbook(file, batches, { count, columns: format.columns, visits })
    }
    const extras =
      'everything' in which
        ? { presets: readPresets(sql), views: createSavedViews(database).list() }
        : { presets: [], views: [] }
    return writeText(
      file,
      createLinkFilePieces(batches, { app, ...extras, readChecks: createCheckReader(sql) }),
    )
  }
  return {
    begin: async (request) => {
      if ('view' in request.which) await backfill.finish()
      const count = await countLinks(sql, request.which)
      openExports.set(request.id, await open(request, count))
      return count
    },
    upcoming: (id) => Promise.resolve(tables.get(id)?.upcoming() ?? []),
    setVisits: (id, totals) => {
      const visits = tables.get(id)?.visits
      visits?.clear()
      for (const [link, total] of Object.entries(totals)) visits?.set(link, total)
      return Promise.resolve()
    },
    step: async (id) => {
      const openExport = openExports.get(id)
      if (!openExport) throw new LibraryInterruptedError('The library’s thread exited.')
      requireRoomFor(sql, maxBatchBytes)
      const isOver = startStep()
      const written = { links: 0, skipped: 0, next: 0 }
      do {
        const batch = await openExport.step()
        if (batch === null) {
          forget(id)
          return { ...written, next: null }
        }
        written.links += batch.links
        written.skipped += batch.skipped ?? 0
      } while (!isOver() && !tables.get(id)?.isRead())
      return written
    },
    abandon: async (id) => {
      const openExport = openExports.get(id)
      forget(id)
      await openExport?.abandon()
    },
  }
}

interface TableRows {
  batches: IterableIterator<LinkRow[]>
  visits: Map<string, number>
  upcoming: () => string[]
  /** Whether no link of a batch that was read is left. */
  isRead: () => boolean
}

/**
 * Wraps the batches of an export so that the next batch can be peeked at before it is written. Divides batches, so that a
 * step can end between a few links.
 */
function createTableRows(source: Iterator<LinkRow[]>): TableRows {
  let rows: LinkRow[] = []
  return {
    visits: new Map(),
    upcoming: () => {
      if (rows.length > 0) return []
      rows = readNext(source)
      return rows.map(({ id }) => id)
    },
    isRead: () => rows.length === 0,
    batches: {
      next: () => {
        if (rows.length === 0) rows = readNext(source)
        const value = rows.slice(0, writtenAtOnce)
        rows = rows.slice(writtenAtOnce)
        return value.length > 0 ? { value } : { value: undefined, done: true }
      },
      [Symbol.iterator]() {
        return this
      },
    },
  }
}

/** Returns the next batch with links; empty at the end. */
function readNext(source: Iterator<LinkRow[]>): LinkRow[] {
  for (let batch = source.next(); !batch.done; batch = source.next())
    if (batch.value.length > 0) return batch.value
  return []
}

function writeText(file: string, pieces: Iterator<{ text: string; links: number }, void>): Writing {
  const fd = openSync(file, 'wx', 0o600)
  return {
    step: () => {
      const piece = pieces.next()
      if (piece.done) closeSync(fd)
      else writeFileSync(fd, piece.value.text)
      return Promise.resolve(piece.done ? null : { links: piece.value.links })
    },
    abandon: () => closeSync(fd),
  }
}

async function writeQrCodes(
  file: string,
  batches: Iterable<LinkRow[]>,
  styles: QrStyles,
  delimiter?: FileDelimiter,
): Promise<Writing> {
  const zip = await createZipFile(file)
  const pieces = createQrPieces(batches, styles, delimiter)
  return {
    step: async () => {
      const piece = pieces.next()
      if (piece.done) await zip.end()
      else await zip.add(piece.value.files)
      return piece.done ? null : { links: piece.value.links, skipped: piece.value.skipped }
    },
    abandon: zip.abandon,
  }
}
