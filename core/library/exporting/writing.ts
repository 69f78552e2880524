/** Part of an export. `skipped`: the number of links that can't be in such a file. */
export interface ExportPart {
  links: number
  skipped?: number
}

/** A file being written, a part with each step. It is complete at the end. If it is ended earlier, it is closed. */
export type Writing = AsyncGenerator<ExportPart, void> | Generator<ExportPart, void>
