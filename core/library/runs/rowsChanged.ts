/** The number of changed rows, and the row number after which the next batch begins; `null` at the end. */
export interface ChangedRows {
  rows: number
  next: number | null
}
