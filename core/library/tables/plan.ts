/** A sheet that is to be written. */
export interface SheetPlan {
  name: string
  /** Of its columns, in characters; the others are as wide as usual. */
  widths?: readonly number[]
}

/** A table that is being written to a file, which is not whole before its end. Its cells are texts and nothing else. */
export interface TableFile {
  write: (rows: readonly (readonly string[])[]) => Promise<void>
  /** Goes on in the next sheet. */
  nextSheet: () => Promise<void>
  end: () => Promise<void>
  /** Lets go of a file that is not whole. Resolves when nothing holds it any more. */
  abandon: () => Promise<void>
}
