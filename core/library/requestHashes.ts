import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../contract/service/link/fields.ts'
import { LibraryInterruptedError } from '../folder/storageProblem.ts'
import { requestHash } from './requestHash.ts'
import { repeatUntil, startStep } from './step.ts'
import { selectRows, tableColumns } from './tableRows.ts'
import { runInUnsyncedTransaction } from '../../sqlite/transaction.ts'

/**
 * Computes the hashes that links and rows of earlier versions and of backups don't have yet. Continues at the next start
 * if interrupted. Until it is done, whether the library has an equal link isn't known.
 */
export interface RequestHashes {
  /** Whether every link has its hash. */
  isDone: () => boolean
  /** Computes the missing hashes in steps, so that other work can run. Concurrent calls share the work. */
  finish: () => Promise<void>
  /** Stops because the app is closing. */
  stop: () => void
}

/** Links and rows read at a time. Each can have a request of some 100 KB. */
const batchSize = 50

/** One per connection, because the work is shared. */
const instances = new WeakMap<DatabaseSync, RequestHashes>()

export function getRequestHashes(sql: DatabaseSync): RequestHashes {
  let hashes = instances.get(sql)
  if (!hashes) instances.set(sql, (hashes = createRequestHashes(sql)))
  return hashes
}

function createRequestHashes(sql: DatabaseSync): RequestHashes {
  const isMissing = sql.prepare(
    `SELECT 1 FROM links WHERE request_hash IS NULL AND state <> 'failed' LIMIT 1`,
  )
  let stopped = false
  let running: Promise<void> | null = null
  const work = async () => {
    for (const createFill of [createLinkFill, createRowFill]) {
      const fillBatch = createFill(sql)
      let isMore = true
      while (isMore) {
        if (stopped) throw new LibraryInterruptedError('The app is ending.')
        isMore = runInUnsyncedTransaction(sql, () => repeatUntil(startStep(), fillBatch))
        await nextTurn()
      }
    }
  }
  return {
    isDone: () => running === null && isMissing.get() === undefined,
    finish: () => (running ??= work().finally(() => (running = null))),
    stop: () => (stopped = true),
  }
}

/** Returns a function that computes the hashes of some links, and returns whether it found any. */
function createLinkFill(sql: DatabaseSync): () => boolean {
  const select = selectRows(
    sql,
    pick(tableColumns.links, ['id', 'profile_id', 'environment', 'request']),
    `FROM links INDEXED BY links_by_request WHERE request_hash IS NULL AND state <> 'failed' LIMIT ${batchSize}`,
  )
  const update = sql.prepare('UPDATE links SET request_hash = ? WHERE id = ?')
  return () => {
    const links = select.all()
    for (const link of links) update.run(requestHash(link), link.id)
    return links.length > 0
  }
}

/** The same for rows that are ready to create a link. They change only before they are sent, and then have a hash. */
function createRowFill(sql: DatabaseSync): () => boolean {
  const runs = selectRows(
    sql,
    pick(tableColumns.runs, ['id', 'profile_id', 'environment']),
    'FROM runs WHERE change IS NULL',
  ).all()
  const select = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'request']),
    `FROM run_rows WHERE run = ? AND state = 'ready' AND request_hash IS NULL AND number > ? ORDER BY number LIMIT ${batchSize}`,
  )
  const update = sql.prepare('UPDATE run_rows SET request_hash = ? WHERE run = ? AND number = ?')
  let after = 0
  return () => {
    const [run] = runs
    if (!run) return false
    const rows = select.all(run.id, after)
    for (const { number, request } of rows) update.run(requestHash({ ...run, request }), run.id, number)
    after = rows.at(-1)?.number ?? 0
    if (rows.length < batchSize) {
      runs.shift()
      after = 0
    }
    return true
  }
}
