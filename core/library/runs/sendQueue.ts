import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { nextState } from '../../../contract/app/runs/stateMachine.ts'
import { getIndexer } from '../index/indexer.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import type { Database } from '../openDatabase.ts'
import { foldListed } from '../team/listedLinks.ts'
import type { CreateCompletion } from '../records.ts'
import { parseJson, toJson } from '../linkRow.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { runInUnsyncedTransaction } from '../../../sqlite/transaction.ts'
import { write } from '../writing.ts'
import { getRequestHashes } from '../requestHashes.ts'
import { maxNoteLength } from '../../../contract/app/library/row.ts'
import { readRun } from './preparedRun.ts'
import { parseCells } from './storedRow.ts'
import { createReadySorter } from './readySorter.ts'
import { createRepeatedLinkDetector } from './repeatedLink.ts'

/** A row that was saved as pending, with the id of its link. */
export interface PendingRow {
  number: number
  linkId: string
  request: GenerateRequest
}

/** The next rows, saved as pending. */
export interface TakenRows<Row = PendingRow> {
  rows: Row[]
  /**
   * Number of rows that were skipped, because nothing was left to send for them. If there are neither rows nor skipped
   * ones before the last, the next rows wait for another create of their link.
   */
  existing: number
  /** Whether no ready row is left. */
  isLast: boolean
}

/** The outcome of creating a link. */
export interface CompletedCreate {
  id: string
  completion: CreateCompletion
}

/**
 * The rows of runs that create links, each with the id of its link, whose state it has. Except for `end`, every write is on
 * disk when its call returns.
 */
export type SendQueue = ReturnType<typeof createSendQueue>

/** Rows per transaction. */
const batchSize = 500

export function createSendQueue(database: Database) {
  const { sql } = database
  const statements = prepareStatements(sql)
  const findRepeated = createRepeatedLinkDetector(sql)
  const saveOutcomes = (completed: readonly CompletedCreate[]) => {
    let repeated = false
    for (const { id, completion: reported } of completed) {
      const unknown = findRepeated(id, reported)
      repeated ||= unknown !== null
      const { state, link, path, problem } = unknown ?? reported
      statements.endCreate(id, [state, link, path, toJson(problem)])
    }
    getIndexer(sql).update(...completed.map(({ id }) => id))
    return { repeated }
  }
  const makeReady = (linkIds: readonly string[]) => {
    for (const id of linkIds) {
      statements.deleteLink.run(id)
      statements.markReady.run(id)
    }
    if (linkIds.length > 0) getIndexer(sql).update(...linkIds)
  }
  const hashes = getRequestHashes(sql)
  const sortReady = createReadySorter(sql)
  const listInState = (run: string, state: string, { after, isAsked } = { after: 0, isAsked: true }) =>
    statements.inState
      .all(run, state, after, Number(isAsked), batchSize)
      .map(({ number, link_id: id }) => ({ number, id }))
  return {
    /** Waits until all links can be compared with. Call it before the first `take`. */
    prepare: async () => {
      if (!hashes.isDone()) await hashes.finish()
    },
    /**
     * Saves the next ready rows as pending, each with a new id, and returns them. Rows for which nothing is left to send are
     * skipped. May return no rows before the last. `sentWith` is the hash of their sender.
     */
    take: (run: string, limit: number, sentWith: string | null = null): TakenRows =>
      write(database, () => {
        const sorted = sortReady(run, limit)
        for (const { number, link } of sorted.existing) statements.markExisting.run(link, run, number)
        const createdAt = new Date().toISOString()
        const addNote = createNoteWriter(sql, run)
        // Links are indexed only when their create ends, to index them once.
        const rows = sorted.ready.map(({ number, request, request_hash: hash }): PendingRow => {
          const linkId = randomUUID()
          statements.begin.run(linkId, request, hash, createdAt, sentWith, run)
          addNote(linkId, number)
          statements.markPending.run(linkId, run, number)
          return { number, linkId, request: parseJson(request) as GenerateRequest }
        })
        return { rows, existing: sorted.existing.length, isLast: sorted.isLast }
      }),
    /**
     * Saves the outcomes of creates. Returns whether any received another row's link and became unknown. If `repeatable`,
     * doesn't wait for the disk: after a power failure they are pending, and are resolved with their idempotency keys.
     */
    end: (completed: readonly CompletedCreate[], repeatable: boolean) =>
      write(database, () => saveOutcomes(completed), repeatable ? runInUnsyncedTransaction : undefined),
    /** Makes rows ready again. Call it only if their requests certainly had no effect. */
    release: (linkIds: readonly string[]) => write(database, () => makeReady(linkIds)),
    /** Ends pending rows that aren't being sent any more, because their result couldn't be saved. Call it before sending. */
    interrupt: (run: string, completion: CreateCompletion) => {
      write(database, () => saveOutcomes(listInState(run, 'pending').map(({ id }) => ({ id, completion }))))
    },
    /**
     * Makes a batch of failed rows ready and deletes their links, which don't exist. Returns the number of rows; 0 if the
     * run was resumed meanwhile, because the rows that fail again then would be sent without end.
     */
    retry: (run: string) =>
      write(database, () => {
        const state = statements.runState.get(run)?.state
        if (state === undefined || nextState(state, 'retry') === null) return 0
        const failed = listInState(run, 'failed').map(({ id }) => id)
        makeReady(failed)
        return failed.length
      }),
    /**
     * Returns the next batch of rows with an unknown result, after a row number. Unless the user asked, without those of a
     * backup, which may have been sent again since.
     */
    unknown: (run: string, after: number, isAsked: boolean) =>
      listInState(run, 'unknown', { after, isAsked }),
  }
}

/** Returns a function that saves the note of a row with its link, if a column of the run has notes. */
function createNoteWriter(sql: DatabaseSync, run: string): (linkId: string, number: number) => void {
  const { mapping } = readRun(sql, run)
  const columns = mapping.columns.flatMap((use, column) => (use.to === 'note' ? [column] : []))
  if (columns.length === 0) return () => undefined
  const selectCells = selectRows(sql, { cells: 'text' }, 'FROM run_rows WHERE run = ? AND number = ?')
  const update = sql.prepare('UPDATE links SET note = ? WHERE id = ?')
  return (linkId, number) => {
    const cells = parseCells(selectCells.get(run, number) ?? { cells: '[]' })
    const texts = columns.map((column) => (cells[column] ?? '').trim()).filter((text) => text !== '')
    if (texts.length > 0) update.run(texts.join('\n').slice(0, maxNoteLength), linkId)
  }
}

function prepareStatements(sql: DatabaseSync) {
  const updateLink = sql.prepare('UPDATE links SET state = ?, link = ?, path = ?, problem = ? WHERE id = ?')
  return {
    runState: selectRows(sql, pick(tableColumns.runs, ['state']), 'FROM runs WHERE id = ?'),
    markExisting: sql.prepare(
      `UPDATE run_rows SET state = 'existing', link = ? WHERE run = ? AND number = ?`,
    ),
    begin: sql.prepare(
      `INSERT INTO links (id, state, profile_id, profile_name, environment, request, request_hash, created_at, sent_with, run)
       SELECT ?, 'pending', profile_id, profile_name, environment, ?, ?, ?, ?, id FROM runs WHERE id = ?`,
    ),
    markPending: sql.prepare(
      `UPDATE run_rows SET state = 'pending', link_id = ?, link = NULL, problem = NULL WHERE run = ? AND number = ?`,
    ),
    endCreate: (id: string, outcome: (string | null)[]) => {
      updateLink.run(...outcome, id)
      foldListed(sql, id)
    },
    deleteLink: sql.prepare(`DELETE FROM links WHERE id = ? AND state IN ('pending', 'failed')`),
    markReady: sql.prepare(
      `UPDATE run_rows SET state = 'ready', link_id = NULL, link = NULL, problem = NULL WHERE link_id = ?`,
    ),
    // Only rows in states with a link are requested.
    inState: selectRows(
      sql,
      { number: 'integer', link_id: 'text' },
      `FROM run_rows WHERE run = ? AND state = ? AND number > ?
       AND (? OR NOT EXISTS (SELECT 1 FROM links WHERE id = link_id AND settles_by_itself = 0))
       ORDER BY number LIMIT ?`,
    ),
  }
}
