import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../../contract/link/fields.ts'
import { processRows, startStep } from '../step.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { RowGroup } from './rowGroup.ts'
import { duplicateWarning, readRows, parseWarnings } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'
import { textHash } from './textHash.ts'

/** The properties that determine whether a row is a duplicate. Skipped rows and rows without a request never are. */
type IndexedRow = Pick<StoredRow, 'run' | 'number' | 'request' | 'state'>

/**
 * Index of run rows by request, to find rows that create the same link. Kept in memory, because with a table index a
 * check would write a page per row. After a restart, it is loaded on demand.
 */
export interface DuplicateIndex {
  /** Clears the rows of a run before it is checked from the first row. */
  begin: (run: string) => void
  /** Loads the rows of a run in batches, unless they are already loaded. */
  load: (run: string) => Promise<void>
  /** Clears the rows of a run after a rollback. */
  forget: (run: string) => void
  /** Returns the first earlier row that creates the same link; `null` if there is none or the run isn't loaded. */
  findEarlier: (row: IndexedRow) => number | null
  /** Adds a row. */
  add: (row: IndexedRow) => void
  /**
   * Updates a changed row and the duplicate warnings of other rows. Affects at most one other row per
   * request: the next one, which becomes or stops being the first.
   */
  change: (oldRow: IndexedRow, newRow: IndexedRow) => void
}

/** Maximum number of runs cached in memory (a few MB each). */
const maxIndexedRuns = 2
/** Rows read per step. Other work runs between steps. */
const batchSize = 2_000

/** A row without duplicates is stored as a plain number. */
type RowsByHash = Map<number, number | RowGroup>

/** Returns the hash by which equal requests are found, as a safe integer. */
function requestHash({ request, state }: Pick<IndexedRow, 'request' | 'state'>): number | null {
  if (request === null || state === 'skipped' || state === 'existing') return null
  if (lastHashed.request !== request) {
    lastHashed = { request, hashValue: textHash(request) }
  }
  return lastHashed.hashValue
}

// Cached, because the same row is looked up several times in succession.
let lastHashed = { request: '', hashValue: 0 }

function createBatchReader(sql: DatabaseSync) {
  const columns = pick(tableColumns.run_rows, ['number', 'cells', 'request', 'state'])
  const rows = selectRows(sql, columns, 'FROM run_rows WHERE run = ? AND number > ? ORDER BY number')
  return (run: string, after: number) => readRows(rows.iterate(run, after), batchSize)
}

export function createDuplicateIndex(sql: DatabaseSync): DuplicateIndex {
  const runs = new Map<string, RowsByHash>()
  const loading = new Map<string, Promise<void>>()
  const readBatch = createBatchReader(sql)
  const selectWarnings = selectRows(sql, { remarks: 'text' }, 'FROM run_rows WHERE run = ? AND number = ?')
  const update = sql.prepare('UPDATE run_rows SET remarks = ? WHERE run = ? AND number = ?')

  const cacheRows = (run: string, rowsByHash: RowsByHash) => {
    runs.delete(run)
    runs.set(run, rowsByHash)
    const [oldest] = runs.keys()
    if (oldest !== undefined && runs.size > maxIndexedRuns) runs.delete(oldest)
  }
  const readNumbers = async (run: string) => {
    const rowsByHash: RowsByHash = new Map()
    for (let after: number | null = 0; after !== null;) {
      const isOver = startStep()
      const batch = readBatch(run, after)
      after = processRows(batch, isOver, (row) => addNumber(rowsByHash, requestHash(row), row.number)).next
      await nextTurn()
    }
    // A check that started meanwhile has newer data.
    if (!runs.has(run)) cacheRows(run, rowsByHash)
  }
  const updateWarning = (run: string, number: number | null, isDuplicate: boolean): void => {
    const text = number === null ? undefined : selectWarnings.get(run, number)?.remarks
    if (text === undefined) return
    const others = parseWarnings(text).filter((warning) => warning.text !== duplicateWarning.text)
    const warnings = JSON.stringify(isDuplicate ? [...others, duplicateWarning] : others)
    if (warnings !== text) update.run(warnings, run, number)
  }
  return {
    begin: (run) => cacheRows(run, new Map()),
    load: async (run) => {
      if (runs.has(run)) return
      const pendingRead = loading.get(run) ?? readNumbers(run).finally(() => loading.delete(run))
      loading.set(run, pendingRead)
      await pendingRead
    },
    forget: (run) => void runs.delete(run),
    findEarlier: (row) => {
      const rowsByHash = runs.get(row.run)
      const hashValue = rowsByHash ? requestHash(row) : null
      return hashValue === null ? null : previousNumber(rowsByHash?.get(hashValue), row.number)
    },
    add: (row) => {
      const rowsByHash = runs.get(row.run)
      if (rowsByHash) addNumber(rowsByHash, requestHash(row), row.number)
    },
    change: (oldRow, newRow) => {
      const rowsByHash = runs.get(newRow.run)
      if (!rowsByHash) return
      const [oldHash, newHash] = [requestHash(oldRow), requestHash(newRow)]
      if (oldHash === newHash) return
      const { run, number } = newRow
      if (oldHash !== null) {
        removeNumber(rowsByHash, oldHash, number)
        const others = rowsByHash.get(oldHash)
        if (previousNumber(others, number) === null) updateWarning(run, nextNumber(others, number), false)
      }
      if (newHash !== null) {
        const others = rowsByHash.get(newHash)
        if (previousNumber(others, number) === null) updateWarning(run, nextNumber(others, number), true)
        addNumber(rowsByHash, newHash, number)
      }
    },
  }
}

function previousNumber(group: number | RowGroup | undefined, number: number): number | null {
  const first = group instanceof RowGroup ? group.first() : (group ?? null)
  return first !== null && first < number ? first : null
}

function nextNumber(group: number | RowGroup | undefined, number: number): number | null {
  if (group instanceof RowGroup) return group.after(number)
  return group !== undefined && group > number ? group : null
}

function addNumber(rowsByHash: RowsByHash, hashValue: number | null, number: number): void {
  if (hashValue === null) return
  const existing = rowsByHash.get(hashValue)
  if (existing === undefined) rowsByHash.set(hashValue, number)
  else if (existing instanceof RowGroup) existing.add(number)
  else if (existing !== number)
    rowsByHash.set(hashValue, new RowGroup(Math.min(existing, number), Math.max(existing, number)))
}

function removeNumber(rowsByHash: RowsByHash, hashValue: number, number: number): void {
  const existing = rowsByHash.get(hashValue)
  if (existing === number) rowsByHash.delete(hashValue)
  else if (existing instanceof RowGroup) existing.remove(number)
}
