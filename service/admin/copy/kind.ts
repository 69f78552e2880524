import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../../store/store.ts'

/** Number of rows of each kind. */
export type Counts = ReturnType<typeof zeroCounts>

/** Returns counts of 0, in the order in which they are printed. */
export function zeroCounts() {
  return {
    projects: 0,
    keys: 0,
    project_rules: 0,
    links: 0,
    visit_counts: 0,
    visit_referrers: 0,
    link_changes: 0,
    operator_acts: 0,
  }
}

interface KindParts<Row> {
  name: keyof Counts
  idOf: (row: Row) => string | number
  /** Yields all rows of a store by id, in the same order on every engine. */
  rowsOf: (store: Store) => AsyncGenerator<Row>
  /** Whether the target's row is newer, so that a copy must not overwrite it. */
  changedThere: (row: Row, there: Row) => boolean
  /** Stores rows unchanged, at most `batchSize` at a time. */
  put: (store: Store, rows: Row[]) => Promise<unknown>
  batchSize?: number
}

/** Rows of both stores with the same id, and whether the target's is missing or older, newer, or only there. */
interface Pair<Row> {
  row: Row | undefined
  there: Row | undefined
  difference: 'missing' | 'kept' | 'extra' | null
}

const defaultBatchSize = 500

/** One kind of row that a copy transfers. */
export class Kind<Row extends object> {
  readonly name: keyof Counts
  readonly #parts: KindParts<Row>

  constructor(parts: KindParts<Row>) {
    this.name = parts.name
    this.#parts = parts
  }

  /** Writes the rows that are missing or older in the target. Returns their number. */
  async copy(from: Store, target: Store, onRead: (rows: number) => void): Promise<number> {
    const { put, batchSize = defaultBatchSize } = this.#parts
    let [read, written] = [0, 0]
    let batch: Row[] = []
    const writeBatch = async () => {
      if (batch.length > 0) await put(target, batch)
      written += batch.length
      batch = []
    }
    for await (const { row, difference } of this.compare(from, target)) {
      if (row) onRead(++read)
      if (row && difference === 'missing') batch.push(row)
      if (batch.length === batchSize) await writeBatch()
    }
    await writeBatch()
    return written
  }

  /** Yields all rows of both stores by id. */
  async *compare(from: Store, target: Store): AsyncGenerator<Pair<Row>> {
    const { idOf, rowsOf } = this.#parts
    const [rows, rowsThere] = [rowsOf(from), rowsOf(target)]
    let [row, there] = await Promise.all([next(rows), next(rowsThere)])
    while (row !== undefined || there !== undefined) {
      const isNext = row !== undefined && (there === undefined || idOf(row) <= idOf(there))
      const isNextThere = there !== undefined && (row === undefined || idOf(there) <= idOf(row))
      yield this.#pair(isNext ? row : undefined, isNextThere ? there : undefined)
      if (isNext) row = await next(rows)
      if (isNextThere) there = await next(rowsThere)
    }
  }

  #pair(row: Row | undefined, there: Row | undefined): Pair<Row> {
    if (!row) return { row, there, difference: 'extra' }
    if (!there) return { row, there, difference: 'missing' }
    if (isDeepStrictEqual(row, there)) return { row, there, difference: null }
    return { row, there, difference: this.#parts.changedThere(row, there) ? 'kept' : 'missing' }
  }
}

async function next<T>(rows: AsyncGenerator<T>): Promise<T | undefined> {
  const step = await rows.next()
  return step.done === true ? undefined : step.value
}
