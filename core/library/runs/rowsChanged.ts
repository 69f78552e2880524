/** What was done of many rows, and behind which number it goes on; `null` at the end. */
export interface ChangedRows {
  rows: number
  next: number | null
}
