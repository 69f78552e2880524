import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../../contract/service/link/fields.ts'
import { requestHash } from '../requestHash.ts'
import { startStep } from '../step.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { createEqualLinks } from './equalLinks.ts'

/**
 * Maximum time in milliseconds that rows wait for another create of their link. One whose result couldn't be saved stays
 * pending until the next start.
 */
const maxBusyMs = 5 * 60_000

interface ReadyRow {
  number: number
  request: string
  request_hash: number
}

interface ExistingRow {
  number: number
  link: string | null
}

interface SortedRows {
  ready: ReadyRow[]
  existing: ExistingRow[]
  /** Whether no other row is ready. */
  isLast: boolean
}

/**
 * Returns a function that splits the next ready rows of a run into those to send (at most `limit`) and those whose link
 * exists. A create in flight may still fail, so rows for the same link wait until it has ended.
 */
export function createReadySorter(sql: DatabaseSync): (run: string, limit: number) => SortedRows {
  /** When rows of a run began to wait, by a monotonic clock in milliseconds. */
  const waitingSince = new Map<string, number>()
  const splitRows = createSplitter(sql)
  return (run, limit) => {
    const now = performance.now()
    const since = waitingSince.get(run) ?? now
    waitingSince.delete(run)
    const { ready, existing, busy, isAll } = splitRows(run, limit)
    if (ready.length + existing.length > 0 || busy.length === 0)
      return { ready, existing, isLast: isAll && busy.length === 0 }
    if (now - since >= maxBusyMs) return { ready, existing: busy, isLast: isAll }
    waitingSince.set(run, since)
    return { ready, existing, isLast: false }
  }
}

interface SplitRows extends Pick<SortedRows, 'ready' | 'existing'> {
  /** Rows whose link is being created. */
  busy: ExistingRow[]
  /** Whether all ready rows were read. */
  isAll: boolean
}

/** Returns a function that splits ready rows until there are enough, or the time of a step is up. */
function createSplitter(sql: DatabaseSync) {
  const selectRun = selectRows(
    sql,
    pick(tableColumns.runs, ['profile_id', 'environment', 'create_existing']),
    'FROM runs WHERE id = ?',
  )
  const selectReady = selectRows(
    sql,
    { number: 'integer', request: 'text', request_hash: 'integerOrNull' },
    `FROM run_rows WHERE run = ? AND state = 'ready' ORDER BY number`,
  )
  const findLink = createEqualLinks(sql)
  return (id: string, limit: number): SplitRows => {
    const split: SplitRows = { ready: [], existing: [], busy: [], isAll: true }
    const run = selectRun.get(id)
    if (!run) return split
    const isOver = startStep()
    const taken = new Set<number>()
    for (const { number, request, request_hash: stored } of selectReady.iterate(id)) {
      if (split.ready.length === limit || isOver()) return { ...split, isAll: false }
      // A row of a backup or an earlier version may have no hash yet.
      const hash = stored ?? requestHash({ ...run, request })
      const row = { number, request, request_hash: hash }
      const equalLink = run.create_existing === 1 ? null : findLink(row)
      const isTaken = run.create_existing === 0 && taken.has(hash)
      if (equalLink !== null || isTaken) addExisting(split, number, equalLink, isTaken)
      else {
        split.ready.push(row)
        taken.add(hash)
      }
    }
    return split
  }
}

/** Adds a row whose link exists, is being created, or is created by an earlier row that is ready too. */
function addExisting(
  { busy, existing }: SplitRows,
  number: number,
  equalLink: ReturnType<ReturnType<typeof createEqualLinks>>,
  isTaken: boolean,
): void {
  const rows = isTaken || equalLink?.isPending ? busy : existing
  rows.push({ number, link: equalLink?.link ?? null })
}
