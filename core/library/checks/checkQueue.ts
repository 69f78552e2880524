import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../contract/headers.ts'
import { LibraryReadOnlyError } from '../../folder/storageProblem.ts'
import { portionSize, readPortion } from '../collection/changes.ts'
import type { Portion, PortionResult } from '../collection/changes.ts'
import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../transaction.ts'

/** A link that waits to be checked, and its number in the queue. */
export interface QueuedLink {
  number: number
  id: string
  path: string
  environment: Environment
}

/** A part of the queue: behind a number, up to another one. */
export interface QueueRange {
  after: number
  until: number
}

/** The links that are to be checked. They wait in the library's file, so that a crash forgets none. */
export interface CheckQueue {
  /** Puts links down, at the end of the queue. Only those that their service has made can be asked for. */
  enqueue: (which: Portion) => Promise<PortionResult>
  /** How many wait behind a number. Those that were taken out of the library do not count until they are put back. */
  left: (after: number) => number
  /** The number of the last one. */
  lastNumber: () => number
  /** The profiles of those that wait in a part of the queue. */
  profiles: (range: QueueRange) => string[]
  /** The next of a profile, some at a time. */
  next: (profileId: string, range: QueueRange) => QueuedLink[]
  /** Forgets all, and answers how many those were. */
  forget: () => number
}

/** Links that are fetched together, and those that are put down in one transaction. */
const batchSize = 100
const enqueueBatchSize = 200

export function createCheckQueue({ sql, writable }: Database): CheckQueue {
  const allowed = () => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
  }
  // To look for each of many thousands in the library takes a tenth of a second; those that were taken out are few.
  const removed = `removed_links CROSS JOIN checks_left ON checks_left.link = removed_links.id
    WHERE number > ?1 AND NOT EXISTS (SELECT 1 FROM links WHERE links.id = removed_links.id)`
  const count = `SELECT (SELECT count(*) FROM checks_left WHERE number > ?1) - (SELECT count(*) FROM ${removed}) AS links`
  const countRemaining = (after: number) => Number(sql.prepare(count).get(after)?.['links'])
  return {
    enqueue: async (which) => {
      allowed()
      const rows = 'ids' in which ? null : readPortion(sql, which)
      const ids = 'ids' in which ? which.ids : (rows ?? []).map(({ id }) => id)
      const last = rows && rows.length === portionSize ? rows.at(-1) : undefined
      let links = 0
      for (let at = 0; at < ids.length; at += enqueueBatchSize) {
        if (at > 0) await nextTurn()
        links += enqueue(sql, ids.slice(at, at + enqueueBatchSize))
      }
      return { links, next: last?.seq ?? null }
    },
    left: countRemaining,
    lastNumber: () => Number(sql.prepare('SELECT max(number) AS last FROM checks_left').get()?.['last']),
    profiles: ({ after, until }) =>
      sql
        .prepare('SELECT DISTINCT profile_id FROM checks_left WHERE number > ? AND number <= ?')
        .all(after, until)
        .map((row) => row['profile_id'] as string),
    next: (profileId, { after, until }) =>
      sql
        .prepare(
          `SELECT number, id, path, environment
           FROM checks_left CROSS JOIN links ON links.id = checks_left.link
           WHERE checks_left.profile_id = ? AND number > ? AND number <= ? ORDER BY number LIMIT ${batchSize}`,
        )
        .all(profileId, after, until) as unknown as QueuedLink[],
    forget: () => {
      allowed()
      const links = countRemaining(0)
      sql.exec('DELETE FROM checks_left')
      return links
    },
  }
}

/** URLs are resolved before they are sent, so no service can be asked for a path of dots. */
function enqueue(sql: DatabaseSync, ids: readonly string[]): number {
  const put = sql.prepare(
    `INSERT OR REPLACE INTO checks_left (link, profile_id) SELECT id, profile_id FROM links
     WHERE id = ? AND state = 'created' AND path NOT IN ('', '.', '..')`,
  )
  return runInTransaction(sql, () => ids.filter((id) => Number(put.run(id).changes) > 0).length)
}
