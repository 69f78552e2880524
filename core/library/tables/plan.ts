/** A table being written to a file. All cells are text. Incomplete until `end`. */
export interface TableFile {
  write: (rows: readonly (readonly string[])[]) => Promise<void>
  /** Continues in the next sheet. */
  nextSheet: () => Promise<void>
  end: () => Promise<void>
  /** Closes an incomplete file; does nothing after `end`. Resolves when it is closed. */
  abandon: () => Promise<void>
}
