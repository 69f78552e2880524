import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { ExportForm, ExportedLinks } from '../../../contract/calls/exports.ts'
import { LibraryInterrupted } from '../../folder/storageProblem.ts'
import type { PortionDone } from '../collection/changes.ts'
import type { Database } from '../open.ts'
import { csvPieces } from './csv.ts'
import { countOf, portionsOf } from './rows.ts'
import { checksIn, linkFilePieces, presetsIn } from './whole.ts'

/** A file that is to be written. */
export interface ExportOrder {
  id: string
  file: string
  which: ExportedLinks
  form: ExportForm
  /** The app's version. */
  app: string
}

/** Writes links into files, a portion at a time, so that it can say how far it is and be cancelled. */
export interface Exporting {
  /** Opens the file, and answers how many links it will hold. */
  begin: (order: ExportOrder) => Promise<number>
  /** Writes the next portion. `next` is `null` when the file is whole. */
  step: (id: string) => PortionDone
  /** Lets go of a file that is not whole. */
  abandon: (id: string) => void
}

interface Writing {
  fd: number
  pieces: Iterator<{ text: string; links: number }, void>
}

export function createExporting({ sql, filling }: Database): Exporting {
  const underWay = new Map<string, Writing>()
  const close = (id: string) => {
    const writing = underWay.get(id)
    underWay.delete(id)
    if (writing) closeSync(writing.fd)
  }
  return {
    begin: async ({ id, file, which, form, app }) => {
      if ('view' in which) {
        await filling.rest()
        if (!filling.isDone()) throw new LibraryInterrupted('The app is ending.')
      }
      const links = countOf(sql, which)
      const portions = portionsOf(sql, which)
      const presets = 'everything' in which ? presetsIn(sql) : []
      const pieces =
        form.kind === 'csv'
          ? csvPieces(portions, form.columns)
          : linkFilePieces(portions, { app, presets, checksOf: checksIn(sql) })
      underWay.set(id, { fd: openSync(file, 'wx', 0o600), pieces })
      return links
    },
    step: (id) => {
      const writing = underWay.get(id)
      if (!writing) throw new LibraryInterrupted('The thread of the library was lost.')
      const piece = writing.pieces.next()
      if (piece.done) {
        close(id)
        return { links: 0, next: null }
      }
      writeFileSync(writing.fd, piece.value.text)
      return { links: piece.value.links, next: 0 }
    },
    abandon: close,
  }
}
