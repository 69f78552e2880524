import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { ExportFormat, ExportedLinks } from '../../../contract/calls/exports.ts'
import type { FileDelimiter } from '../../../contract/spreadsheet.ts'
import type { LinkRow } from '../linkRow.ts'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import { LibraryInterruptedError } from '../../folder/storageProblem.ts'
import type { Database } from '../openDatabase.ts'
import { createSavedViews } from '../savedViews.ts'
import { createCsvPieces } from './csv.ts'
import { createQrPieces } from './qrCodes.ts'
import type { QrStyles } from './qrCodes.ts'
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
  const open = async ({ id, file, which, format, app, qrStyles }: ExportRequest): Promise<Writing> => {
    const table = createTableRows(readBatches(sql, format.kind === 'json' ? sortByAge(sql, which) : which))
    const { batches, visits } = table
    tables.set(id, table)
    if (format.kind === 'qr') return await writeQrCodes(file, batches, qrStyles, format.delimiter)
    if (format.kind === 'csv')
      return writeText(file, createCsvPieces(batches, format.columns, format.delimiter, visits))
    if (format.kind === 'xlsx') {
      return await writeWorkbook(file, batches, {
        ...{ count: countLinks(sql, which), columns: format.columns, visits },
      })
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
      openExports.set(request.id, await open(request))
      return countLinks(sql, request.which)
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
      const batch = await openExport.step()
      if (batch === null) forget(id)
      return batch ? { ...batch, next: 0 } : { links: 0, next: null }
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
}

/** Wraps the batches of an export so that the next batch can be peeked at before it is written. */
function createTableRows(source: Iterator<LinkRow[]>): TableRows {
  let peeked: IteratorResult<LinkRow[]> | null = null
  return {
    visits: new Map(),
    upcoming: () => {
      if (peeked) return []
      peeked = source.next()
      return peeked.done ? [] : peeked.value.map(({ id }) => id)
    },
    batches: {
      next: () => {
        const next = peeked ?? source.next()
        peeked = null
        return next
      },
      [Symbol.iterator]() {
        return this
      },
    },
  }
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
