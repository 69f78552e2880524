import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../../contract/generate.ts'
import { LibraryReadOnlyError } from '../../folder/storageProblem.ts'
import { indexerOf } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import type { CreateEnding } from '../records.ts'
import { parseJson, toJson } from '../linkRow.ts'
import { runInUnsyncedTransaction, runInTransaction } from '../transaction.ts'
import { repeatedLinks } from './repeatedLink.ts'

/** A row that is written down as pending, with the id of its link. */
export interface PendingRow {
  number: number
  linkId: string
  request: GenerateRequest
}

/** How the create of a link has ended. */
export interface LinkEnd {
  id: string
  ending: CreateEnding
}

/** Rows of runs on their way. Every write but one is on the disk when its call returns; a row tells whatever its link does. */
export interface SendQueue {
  /** Writes the next ready rows down as pending, each with a link of its own, and gives them to be sent. */
  take: (run: string, limit: number) => PendingRow[]
  /**
   * Writes down how creates have ended. Where each is `repeatable`, the disk is not waited for: what a power cut takes back is
   * pending again, and made certain under its key. A create that was answered with the link of another one ends as unknown;
   * returns whether there was any.
   */
  end: (ends: readonly LinkEnd[], repeatable: boolean) => { repeated: boolean }
  /** Makes rows ready again of which it is certain that nothing was made. */
  release: (linkIds: readonly string[]) => void
  /** What is pending though it is not on its way has an end that nobody could write down. */
  interrupt: (run: string, ending: CreateEnding) => void
  /** Makes a portion of failed rows ready, and takes their links out, which never were. Answers how many there were. */
  retry: (run: string) => number
  /** The ids of links of which nobody knows whether they were made, some at a time, behind a row's number. */
  unknown: (run: string, after: number) => { number: number; linkId: string }[]
}

/** Rows of one transaction. */
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
      .map((row) => ({ number: Number(row['number']), linkId: row['link_id'] as string }))
  return {
    take: (run, limit) =>
      writing(() => {
        const createdAt = new Date().toISOString()
        // Where links are looked for these are found from their end on, so that each is derived once.
        return statements.next.all(run, limit).map((row): PendingRow => {
          const linkId = randomUUID()
          const number = Number(row['number'])
          statements.begin.run(linkId, row['request'] as string, createdAt, run)
          statements.follow.run(linkId, run, number)
          return { number, linkId, request: parseJson(row['request']) as GenerateRequest }
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
    next: sql.prepare(
      `SELECT number, request FROM run_rows WHERE run = ? AND state = 'ready' ORDER BY number LIMIT ?`,
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
    inState: sql.prepare(
      'SELECT number, link_id FROM run_rows WHERE run = ? AND state = ? AND number > ? ORDER BY number LIMIT ?',
    ),
  }
}
