import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../contract/service/link/fields.ts'
import { requestHash } from './requestHash.ts'
import { createSteppedWork, oncePerConnection, repeatUntil, startStep } from './step.ts'
import { selectRows, tableColumns } from './tableRows.ts'
import { runInUnsyncedTransaction } from '../../sqlite/transaction.ts'

/** Links and rows read at a time. Each can have a request of some 100 KB. */
const batchSize = 50

/**
 * Computes the hashes that links and rows of earlier versions and of backups don't have yet. Until it is done, whether
 * the library has an equal link isn't known.
 */
export const getRequestHashes = oncePerConnection((sql) => {
  const isMissing = sql.prepare(
    `SELECT 1 FROM links WHERE request_hash IS NULL AND state <> 'failed' LIMIT 1`,
  )
  const { isRunning, finish } = createSteppedWork(sql, () => {
    const fills = [createLinkFill, createRowFill]
    let fillBatch: (() => boolean) | undefined
    return () => {
      const fill = (fillBatch ??= fills.shift()?.(sql))
      if (!fill) return false
      if (!runInUnsyncedTransaction(sql, () => repeatUntil(startStep(), fill))) fillBatch = undefined
      return true
    }
  })
  return {
    finish,
    /** Whether every link has its hash. */
    isDone: () => !isRunning() && isMissing.get() === undefined,
  }
})

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
