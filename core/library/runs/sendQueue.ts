import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../../contract/generate.ts'
import { LibraryReadOnlyError } from '../../folder/storageProblem.ts'
import { indexerOf } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import type { CreateEnding } from '../records.ts'
import { parseJson, toJson } from '../linkRow.ts'
import { selectRows } from '../tableRows.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../transaction.ts'
import { repeatedLinks } from './repeatedLink.ts'

/** A row saved as pending, with the id of its link. */
export interface PendingRow {
  number: number
  linkId: string
  request: GenerateRequest
}

/** How the create of a link ended. */
export interface LinkEnd {
  id: string
  ending: CreateEnding
}

/**
 * Rows of runs that are being sent. Except for `end`, every write is on disk when its call returns. A row
 * always has the state of its link.
 */
export interface SendQueue {
  /** Saves the next ready rows as pending, each with a new link id, and returns them. */
  take: (run: string, limit: number) => PendingRow[]
  /**
   * Saves how creates ended; returns whether any got another row's link and became unknown. If `repeatable`,
   * doesn't wait for the disk: after a power failure they are pending and resolved with their keys.
   */
  end: (ends: readonly LinkEnd[], repeatable: boolean) => { repeated: boolean }
  /** Makes rows ready again if it is certain that no link was made. */
  release: (linkIds: readonly string[]) => void
  /** Ends pending rows that aren't being sent, because their result couldn't be saved. */
  interrupt: (run: string, ending: CreateEnding) => void
  /**
   * Makes a batch of failed rows ready and deletes their links, which don't exist. Returns the number of
   * rows.
   */
  retry: (run: string) => number
  /** Returns a batch of rows with unknown result, after a row number. */
  unknown: (run: string, after: number) => { number: number; linkId: string }[]
}

/** Rows per transaction. */
const batchSize = 500

export function createSendQueue({ sql, writable }: Database): SendQueue {
  const writing = <T>(work: () => T, within = runInTransaction<T>): T => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    return within(sql, work)
  }
  const statements = prepareStatements(sql)
  const repeatedEnding = repeatedLinks(sql)
  const closeAll = (ends: readonly LinkEnd[]) => {
    let repeated = false
    for (const { id, ending: answered } of ends) {
      const unknown = repeatedEnding(id, answered)
      if (unknown) repeated = true
      const { state, link, path, problem } = unknown ?? answered
      statements.close.run(state, link, path, toJson(problem), id)
    }
    indexerOf(sql).updateLater(...ends.map(({ id }) => id))
    return { repeated }
  }
  const makeReady = (linkIds: readonly string[]) => {
    for (const id of linkIds) {
      statements.drop.run(id)
      statements.reset.run(id)
    }
    if (linkIds.length > 0) indexerOf(sql).update(...linkIds)
  }
  const inState = (run: string, state: string, after = 0) =>
    statements.inState
      .all(run, state, after, batchSize)
      .map(({ number, link_id: linkId }) => ({ number, linkId }))
  return {
    take: (run, limit) =>
      writing(() => {
        const createdAt = new Date().toISOString()
        // Pending links aren't indexed; they are indexed once when they end.
        return statements.next.all(run, limit).map(({ number, request }): PendingRow => {
          const linkId = randomUUID()
          statements.begin.run(linkId, request, createdAt, run)
          statements.follow.run(linkId, run, number)
          return { number, linkId, request: parseJson(request) as GenerateRequest }
        })
      }),
    end: (ends, repeatable) =>
      writing(() => closeAll(ends), repeatable ? runInUnsyncedTransaction : runInTransaction),
    release: (linkIds) => writing(() => makeReady(linkIds)),
    interrupt: (run, ending) =>
      writing(() => void closeAll(inState(run, 'pending').map(({ linkId }) => ({ id: linkId, ending })))),
    retry: (run) =>
      writing(() => {
        const failed = inState(run, 'failed').map(({ linkId }) => linkId)
        makeReady(failed)
        return failed.length
      }),
    unknown: (run, after) => inState(run, 'unknown', after),
  }
}

function prepareStatements(sql: DatabaseSync) {
  return {
    next: selectRows(
      sql,
      { number: 'integer', request: 'text' },
      `FROM run_rows WHERE run = ? AND state = 'ready' ORDER BY number LIMIT ?`,
    ),
    begin: sql.prepare(
      `INSERT INTO links (id, state, profile_id, profile_name, environment, request, created_at, run)
       SELECT ?, 'pending', profile_id, profile_name, environment, ?, ?, id FROM runs WHERE id = ?`,
    ),
    follow: sql.prepare(
      `UPDATE run_rows SET state = 'pending', link_id = ?, link = NULL, problem = NULL WHERE run = ? AND number = ?`,
    ),
    close: sql.prepare('UPDATE links SET state = ?, link = ?, path = ?, problem = ? WHERE id = ?'),
    drop: sql.prepare(`DELETE FROM links WHERE id = ? AND state IN ('pending', 'failed')`),
    reset: sql.prepare(
      `UPDATE run_rows SET state = 'ready', link_id = NULL, link = NULL, problem = NULL WHERE link_id = ?`,
    ),
    // Rows are asked for only in states in which they have a link.
    inState: selectRows(
      sql,
      { number: 'integer', link_id: 'text' },
      'FROM run_rows WHERE run = ? AND state = ? AND number > ? ORDER BY number LIMIT ?',
    ),
  }
}
