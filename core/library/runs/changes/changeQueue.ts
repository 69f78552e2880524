import { randomUUID } from 'node:crypto'
import { linkVersion, type LinkChange } from '../../../../contract/app/calls/links/changes.ts'
import { linkPatch } from '../../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { getIndexer } from '../../index/indexer.ts'
import { changeTime, createChangeSaver, type ChangedEntry, type ChangeCompletion } from '../../linkChanges.ts'
import { parseJson, toJson, toRecord } from '../../linkRow.ts'
import { restoredChange } from '../../mergeLibrary.ts'
import type { Database } from '../../openDatabase.ts'
import { selectLinks, selectRows } from '../../tableRows.ts'
import { write } from '../../writing.ts'
import { runInUnsyncedTransaction } from '../../../../sqlite/transaction.ts'
import type { TakenRows } from '../sendQueue.ts'

/** A row of a change run, with its change saved as pending. */
export interface PendingChangeRow extends Pick<LinkChange, 'patch' | 'version'> {
  number: number
  changeId: string
  record: LinkRecord & { path: string }
}

/** The outcome of a change, and the link's record after it. */
export interface CompletedChange {
  id: string
  completion: ChangeCompletion
  entry: ChangedEntry | null
}

/** The rows of runs that change links, like `SendQueue`. Rows whose link was removed become faulty when they are taken. */
export type ChangeQueue = ReturnType<typeof createChangeQueue>

const batchSize = 500

const removedErrors = JSON.stringify([{ column: null, text: 'This link is no longer in your library.' }])

export function createChangeQueue(database: Database) {
  const { sql } = database
  const save = createChangeSaver(sql)
  const { next, insertChange, markPending, markFaulty, deleteChange, markReady, unknown } =
    prepareStatements(sql)
  const selectLink = selectLinks(sql, 'WHERE id = ?')
  const parseReadyRow = (target: string | null, patchText: string | null, versionText: string | null) => {
    const row = target === null ? undefined : selectLink.get(target)
    const record = row && toRecord(row)
    const patch = linkPatch.safeParse(parseJson(patchText))
    const version = linkVersion.safeParse(parseJson(versionText))
    if (record?.state !== 'created' || record.path === null || !patch.success || !version.success) return null
    return { record: { ...record, path: record.path }, patch: patch.data, version: version.data }
  }
  return {
    take: (run: string, limit: number, sentWith: string | null = null): TakenRows<PendingChangeRow> =>
      write(database, () => {
        const readyRows = next.all(run, limit)
        const madeAt = new Date().toISOString()
        const rows = readyRows.flatMap(({ number, target, ...row }): PendingChangeRow[] => {
          const ready = parseReadyRow(target, row.request, row.version)
          if (!ready) {
            markFaulty.run(removedErrors, run, number)
            return []
          }
          const changeId = randomUUID()
          const { record, patch, version } = ready
          insertChange.run(changeId, record.id, toJson(patch), toJson(version), madeAt, run, sentWith)
          markPending.run(changeId, run, number)
          return [{ number, changeId, ...ready }]
        })
        return { rows, existing: readyRows.length - rows.length, isLast: readyRows.length < limit }
      }),
    /**
     * Saves the outcomes of changes. Doesn't wait for the disk: after a power failure they are pending, and are resolved
     * with their idempotency keys.
     */
    end: (completed: readonly CompletedChange[]) =>
      write(
        database,
        () => {
          const changed = completed.flatMap(({ id, completion, entry }) => save(id, completion, entry) ?? [])
          getIndexer(sql).update(...changed)
        },
        runInUnsyncedTransaction,
      ),
    release: (changeIds: readonly string[]) =>
      write(database, () => {
        for (const id of changeIds) {
          deleteChange.run(id)
          markReady.run(id)
        }
      }),
    /** Marks pending changes that aren't being sent as `unknown`, because their result couldn't be saved. */
    interrupt: (run: string, problem: LinkChange['problem']) =>
      write(database, () => {
        sql
          .prepare(
            `UPDATE link_changes SET state = 'unknown', problem = ? WHERE run = ? AND state = 'pending'`,
          )
          .run(toJson(problem), run)
      }),
    unknown: (run: string, after: number, isAsked: boolean) =>
      unknown
        .all(run, after, Number(isAsked), restoredChange.cause, batchSize)
        .map(({ number, change_id: id }) => ({ number, id })),
  }
}

function prepareStatements(sql: Database['sql']) {
  return {
    next: selectRows(
      sql,
      { number: 'integer', target: 'textOrNull', request: 'textOrNull', version: 'textOrNull' },
      `FROM run_rows WHERE run = ? AND state = 'ready' ORDER BY number LIMIT ?`,
    ),
    insertChange: sql.prepare(
      `INSERT INTO link_changes (id, link, patch, version, state, made_at, run, sent_with)
       VALUES (?1, ?2, ?3, ?4, 'pending', ${changeTime('?5', '?2')}, ?6, ?7)`,
    ),
    markPending: sql.prepare(
      `UPDATE run_rows SET state = 'pending', change_id = ?, problem = NULL WHERE run = ? AND number = ?`,
    ),
    markFaulty: sql.prepare(`UPDATE run_rows SET state = 'faulty', errors = ? WHERE run = ? AND number = ?`),
    deleteChange: sql.prepare(`DELETE FROM link_changes WHERE id = ? AND state = 'pending'`),
    markReady: sql.prepare(
      `UPDATE run_rows SET state = 'ready', change_id = NULL, problem = NULL WHERE change_id = ?`,
    ),
    unknown: selectRows(
      sql,
      { number: 'integer', change_id: 'text' },
      `FROM run_rows WHERE run = ? AND state = 'unknown' AND number > ?
       AND (? OR NOT (json_valid(problem) AND problem ->> 'cause' IS ?)) ORDER BY number LIMIT ?`,
    ),
  }
}
