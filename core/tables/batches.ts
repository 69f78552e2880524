import type { SheetRow, Table } from './table.ts'

/** Maximum rows and UTF-16 units per batch. A workbook can repeat one long text millions of times. */
const [maxBatchRows, maxBatchLength] = [500, 300_000]

/**
 * Yields rows in batches that are small enough to copy and to save at once. A piece without rows ends a batch, so that
 * reading can be cancelled.
 */
export function* splitBatches(rows: Iterable<SheetRow[]>): Generator<SheetRow[]> {
  let [batch, length]: [SheetRow[], number] = [[], 0]
  for (const piece of rows) {
    for (const row of piece) {
      batch.push(row)
      length += countUnits(row)
      if (batch.length < maxBatchRows && length < maxBatchLength) continue
      yield batch
      ;[batch, length] = [[], 0]
    }
    if (piece.length > 0) continue
    yield batch
    ;[batch, length] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** Returns the rows of values that are all in memory, with their progress in the unit of `size`. */
export function sliceRows<Value>(
  values: readonly Value[],
  size: number,
  toRow: (value: Value) => SheetRow,
): Pick<Table, 'rows' | 'progress'> {
  let read = 0
  return {
    progress: () => Math.min(size, Math.ceil((size * read) / Math.max(1, values.length))),
    rows: (function* () {
      for (; read < values.length; read += maxBatchRows)
        yield values.slice(read, read + maxBatchRows).map(toRow)
    })(),
  }
}

/** Returns the length of a row in UTF-16 units. */
function countUnits({ cells }: SheetRow): number {
  return cells.reduce((length, cell) => length + cell.length + 3, 0)
}
