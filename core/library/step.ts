/** Maximum duration of a step in milliseconds. Other calls are answered between the steps of long work. */
const maxStepMs = 20

/** Starts a step. Returns a function that returns whether its time is up. */
export function startStep(): () => boolean {
  const deadline = performance.now() + maxStepMs
  return () => performance.now() >= deadline
}

/** A batch of numbered rows. `next` is the number after which the next batch begins; `null` after the last. */
export interface Batch<R> {
  rows: R[]
  next: number | null
}

/**
 * Processes the rows of a batch until the step's time is up, but at least one. Returns the processed part of the batch.
 */
export function processRows<R extends { number: number }>(
  { rows, next }: Batch<R>,
  isOver: () => boolean,
  work: (row: R) => void,
): Batch<R> {
  for (const [index, row] of rows.entries()) {
    work(row)
    if (isOver() && index + 1 < rows.length) return { rows: rows.slice(0, index + 1), next: row.number }
  }
  return { rows, next }
}
