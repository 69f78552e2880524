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
  getId: (sourceRow: Row) => string | number
  /** Yields all rows of a store by id, in the same order on every engine. */
  readRows: (store: Store) => AsyncGenerator<Row>
  /** Whether the target's row is newer, so that a copy must not overwrite it. */
  isTargetNewer: (sourceRow: Row, targetRow: Row) => boolean
  /** Stores rows unchanged, at most `batchSize` at a time. */
  put: (store: Store, sourceRows: Row[]) => Promise<unknown>
  batchSize?: number
}

/** Rows of both stores with the same id, and whether the target's is missing or older, newer, or only there. */
interface Pair<Row> {
  sourceRow: Row | undefined
  targetRow: Row | undefined
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
  async copy(source: Store, target: Store, onRead: (sourceRows: number) => void): Promise<number> {
    const { put, batchSize = defaultBatchSize } = this.#parts
    let [read, written] = [0, 0]
    let batch: Row[] = []
    const writeBatch = async () => {
      if (batch.length > 0) await put(target, batch)
      written += batch.length
      batch = []
    }
    for await (const { sourceRow, difference } of this.compare(source, target)) {
      if (sourceRow) onRead(++read)
      if (sourceRow && difference === 'missing') batch.push(sourceRow)
      if (batch.length === batchSize) await writeBatch()
    }
    await writeBatch()
    return written
  }

  /** Yields all rows of both stores by id. */
  async *compare(source: Store, target: Store): AsyncGenerator<Pair<Row>> {
    const { getId, readRows } = this.#parts
    const [sourceRows, targetRows] = [readRows(source), readRows(target)]
    let [sourceRow, targetRow] = await Promise.all([next(sourceRows), next(targetRows)])
    while (sourceRow !== undefined || targetRow !== undefined) {
      const isSourceNext =
        sourceRow !== undefined && (targetRow === undefined || getId(sourceRow) <= getId(targetRow))
      const isTargetNext =
        targetRow !== undefined && (sourceRow === undefined || getId(targetRow) <= getId(sourceRow))
      yield this.#pair(isSourceNext ? sourceRow : undefined, isTargetNext ? targetRow : undefined)
      if (isSourceNext) sourceRow = await next(sourceRows)
      if (isTargetNext) targetRow = await next(targetRows)
    }
  }

  #pair(sourceRow: Row | undefined, targetRow: Row | undefined): Pair<Row> {
    if (!sourceRow) return { sourceRow, targetRow, difference: 'extra' }
    if (!targetRow) return { sourceRow, targetRow, difference: 'missing' }
    if (isDeepStrictEqual(sourceRow, targetRow)) return { sourceRow, targetRow, difference: null }
    return {
      sourceRow,
      targetRow,
      difference: this.#parts.isTargetNewer(sourceRow, targetRow) ? 'kept' : 'missing',
    }
  }
}

async function next<T>(sourceRows: AsyncGenerator<T>): Promise<T | undefined> {
  const step = await sourceRows.next()
  return step.done === true ? undefined : step.value
}
