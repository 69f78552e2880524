import type { DatabaseSync } from 'node:sqlite'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import { LibraryInterruptedError } from '../../folder/storageProblem.ts'
import type { BatchResult } from '../collection/changes.ts'
import { startStep } from '../step.ts'

/** Part of an export. `skipped`: the number of links that can't be in such a file. */
export interface ExportPart {
  links: number
  skipped?: number
}

/** A file being written, a part with each step. It is complete at the end. If it is ended earlier, it is closed. */
export type Writing = AsyncGenerator<ExportPart, void> | Generator<ExportPart, void>

/** Maximum size of a batch, in bytes. */
const maxBatchBytes = 16 * 1_024 * 1_024

/** The files that are being written, by the id of their job. */
export function createWritings(sql: DatabaseSync) {
  const writings = new Map<string, Writing>()
  return {
    begin: (id: string, writing: Writing) => void writings.set(id, writing),
    /** Writes parts until the time is up. `next` is `null` when the file is complete. */
    step: async (id: string): Promise<ExportPart & BatchResult> => {
      const writing = writings.get(id)
      if (!writing) throw new LibraryInterruptedError('The library’s thread exited.')
      requireRoomFor(sql, maxBatchBytes)
      const isOver = startStep()
      const written = { links: 0, skipped: 0, next: 0 }
      do {
        const part = await writing.next()
        if (part.done) {
          writings.delete(id)
          return { ...written, next: null }
        }
        written.links += part.value.links
        written.skipped += part.value.skipped ?? 0
      } while (!isOver())
      return written
    },
    /** Abandons an incomplete file. */
    abandon: async (id: string) => {
      const writing = writings.get(id)
      writings.delete(id)
      await writing?.return()
    },
  }
}
