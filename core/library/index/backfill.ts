import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { selectRows } from '../tableRows.ts'
import { runInTransaction } from '../transaction.ts'
import { indexerOf } from './indexer.ts'

/** Indexes links that have no derived data yet, newest first. Continues at the next start if interrupted. */
export interface Backfill {
  isDone: () => boolean
  /** Indexes up to `links` links. */
  step: (links: number) => void
  /** Adds links to be indexed last, by the next `rest` or at the next start. */
  add: (ids: readonly string[]) => void
  /** Indexes all remaining links in steps, so that other work can run. Concurrent calls share the work. */
  rest: () => Promise<void>
  /** Stops because the app is closing. The next start resumes. */
  stop: () => void
}

export const noBackfill: Backfill = {
  isDone: () => true,
  step: () => undefined,
  add: () => undefined,
  rest: () => Promise.resolve(),
  stop: () => undefined,
}

/** Links per transaction, which takes about 50 ms. */
const batchSize = 200

export function createBackfill(sql: DatabaseSync, isFilled = false): Backfill {
  const { derive } = indexerOf(sql)
  if (!isFilled) dropOrphans(sql, derive)
  const missing = selectRows(
    sql,
    { id: 'text', created_at: 'text' },
    `FROM links WHERE (created_at, id) < (?, ?) AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = links.id)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  )
  let last: [string, string] | null = isFilled ? null : ['\u{10ffff}', '']
  const added: string[] = []
  const step = (links: number) => {
    if (!last) {
      const ids = added.splice(0, links < 0 ? added.length : links)
      runInTransaction(sql, () => ids.forEach(derive))
      return
    }
    const rows = missing.all(...last, links)
    const end = rows.at(-1)
    // Ascending order, which FTS5 stores without a segment per link.
    runInTransaction(sql, () => rows.reverse().forEach(({ id }) => derive(id)))
    last = end && rows.length === links ? [end.created_at, end.id] : null
  }
  const isDone = () => last === null && added.length === 0
  let stopped = false
  const work = async () => {
    while (!isDone() && !stopped) {
      step(batchSize)
      await nextTurn()
    }
  }
  let working: Promise<void> | null = null
  return {
    isDone,
    step,
    add: (ids) => void added.push(...ids),
    rest: () => (working ??= work().finally(() => (working = null))),
    stop: () => (stopped = true),
  }
}

/** Indexes all missing links at once. */
export function fillIndex(sql: DatabaseSync): void {
  createBackfill(sql).step(-1)
}

function dropOrphans(sql: DatabaseSync, derive: (id: string) => void): void {
  const orphans = selectRows(
    sql,
    { id: 'text' },
    'FROM entries WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.id = entries.id)',
  ).all()
  runInTransaction(sql, () => orphans.forEach(({ id }) => derive(id)))
}
