import { readBatch, type LinkBatch, type BatchResult } from '../collection/changes.ts'
import type { Database } from '../openDatabase.ts'
import { forEachInSteps } from '../step.ts'
import { selectRows, type TableRow } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { requireWritable } from '../writing.ts'

// Only links with a path are queued.
const queuedColumns = { number: 'integer', id: 'text', path: 'text', environment: 'environment' } as const

/** A link waiting to be checked, and its number in the queue. */
export type QueuedLink = TableRow<typeof queuedColumns>

/** A part of the queue: numbers above `after`, up to `until`. */
export interface QueueRange {
  after: number
  until: number
}

/** Links fetched per batch: enough for one multi-link lookup. */
const batchSize = 200

/** The queue of links to check. Stored in the library, so that it survives a crash. */
export function createCheckQueue(database: Database) {
  const { sql } = database
  // Subtracts removed links, because there are few. Joining many thousands of queued links would take 100 ms.
  const removedLinks = `removed_links CROSS JOIN checks_left ON checks_left.link = removed_links.id
    WHERE number > ?1 AND NOT EXISTS (SELECT 1 FROM links WHERE links.id = removed_links.id)`
  const count = `SELECT (SELECT count(*) FROM checks_left WHERE number > ?1) - (SELECT count(*) FROM ${removedLinks}) AS links`
  // Excludes the paths `.` and `..`, which URL resolution would remove before the request is sent.
  const insert = sql.prepare(
    `INSERT OR REPLACE INTO checks_left (link, profile_id) SELECT id, profile_id FROM links
     WHERE id = ? AND state = 'created' AND path NOT IN ('', '.', '..')`,
  )
  const countRemaining = (after: number) => Number(sql.prepare(count).get(after)?.['links'])
  return {
    /** Appends links to the queue. Only links in state `created` can be checked. */
    enqueue: async (batch: LinkBatch): Promise<BatchResult> => {
      requireWritable(database)
      const { ids, next } = readBatch(sql, batch)
      const inTransaction = (step: () => unknown) => runInTransaction(sql, step)
      const queued = await forEachInSteps(ids, inTransaction, (id) => Number(insert.run(id).changes) > 0)
      return { links: queued.length, next }
    },
    /** Returns the number of waiting links above a number. Links removed from the library don't count. */
    countRemaining,
    /** Returns the last number in the queue. */
    lastNumber: () => Number(sql.prepare('SELECT max(number) AS last FROM checks_left').get()?.['last']),
    /** Returns the profiles of waiting links in a part of the queue. */
    profiles: ({ after, until }: QueueRange) =>
      sql
        .prepare('SELECT DISTINCT profile_id FROM checks_left WHERE number > ? AND number <= ?')
        .all(after, until)
        .map((row) => String(row['profile_id'])),
    /** Returns the next links of a profile, in batches. */
    next: (profileId: string, { after, until }: QueueRange): QueuedLink[] =>
      selectRows(
        sql,
        queuedColumns,
        `FROM checks_left CROSS JOIN links ON links.id = checks_left.link
         WHERE checks_left.profile_id = ? AND number > ? AND number <= ? ORDER BY number LIMIT ${batchSize}`,
      ).all(profileId, after, until),
    /** Clears the queue and returns how many links were in it. */
    clear: () => {
      requireWritable(database)
      const links = countRemaining(0)
      sql.exec('DELETE FROM checks_left')
      return links
    },
  }
}
