import type { PortionResult } from '../collection/changes.ts'

/** What came of a portion; `left` are links that have no place in such a file. */
export interface ExportPortion extends PortionResult {
  left?: number
}

/** A file that is being written. */
export interface Writing {
  /** Writes the next portion; `null` after the last, when the file is whole. */
  step: () => Promise<Omit<ExportPortion, 'next'> | null>
  abandon: () => Promise<void> | void
}
