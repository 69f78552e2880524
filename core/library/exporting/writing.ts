import type { BatchResult } from '../collection/changes.ts'

/** The result of a batch. `skipped`: the number of links that can't be in such a file. */
export interface ExportBatch extends BatchResult {
  skipped?: number
}

/** A file being written. */
export interface Writing {
  /** Writes the next batch; `null` after the last, when the file is complete. */
  step: () => Promise<Omit<ExportBatch, 'next'> | null>
  abandon: () => Promise<void> | void
}
