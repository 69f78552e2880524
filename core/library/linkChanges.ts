import { linkChange, type LinkChange } from '../../contract/app/calls/links/changes.ts'
import { pick } from '../../contract/service/link/fields.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { getIndexer } from './index/indexer.ts'
import { parseJson, toJson } from './linkRow.ts'
import { restoredChange } from './mergeLibrary.ts'
import type { Database } from './openDatabase.ts'
import { listRecentChanges } from './recentChanges.ts'
import { requestHash } from './requestHash.ts'
import { selectObjects, selectRows, tableColumns, type TableObject } from './tableRows.ts'
import { write } from './writing.ts'
import { dayMs, daysAgo } from '../../contract/app/text/utcDay.ts'

/** A change as saved before it is sent. */
type IntendedChange = Pick<LinkChange, 'id' | 'link' | 'version' | 'patch' | 'madeAt'>

/** The outcome of a change. `pending` isn't one. */
export type ChangeCompletion = Pick<LinkChange, 'problem' | 'back' | 'after' | 'differences'> & {
  state: Exclude<LinkChange['state'], 'pending'>
}

/** A link's record after a change: all requested values, and the service's stored values. */
export type ChangedEntry = Pick<LinkRecord, 'request' | 'answer' | 'differences' | 'checkedAt'>

/**
 * Returns SQL for the time of a new change. If the clock was set back, the change must still be the link's newest.
 */
export function changeTime(time: string, link: string): string {
  return `max(${time}, coalesce((SELECT max(made_at) FROM link_changes WHERE link = ${link}), ''))`
}

/** Days that changes are kept after they ended. */
const daysKept = 30

export type LinkChanges = ReturnType<typeof createLinkChanges>

/** Changes made to links at their services. Every write is on disk when its call returns. */
export function createLinkChanges(database: Database) {
  const { sql, writable } = database
  const saveOutcome = createChangeSaver(sql)
  let prunedAt = 0
  const rows = (clauses: string, ...values: string[]) =>
    selectObjects(sql, tableColumns.link_changes, `FROM link_changes ${clauses}`)
      .all(...values)
      .flatMap(toChange)
  return {
    /** Saves a change as pending. `sentWith` is the hash of its sender. */
    begin: ({ id, link, patch, version, madeAt }: IntendedChange, sentWith: string | null = null) =>
      write(database, () => {
        sql
          .prepare(
            `INSERT INTO link_changes (id, link, patch, version, state, made_at, sent_with)
             VALUES (?1, ?2, ?3, ?4, 'pending', ${changeTime('?5', '?2')}, ?6)`,
          )
          .run(id, link, JSON.stringify(patch), JSON.stringify(version), madeAt, sentWith)
        // Pruned at most once a day, because this scans all changes, including those of runs.
        if (Date.now() - prunedAt < dayMs) return
        prune(sql)
        prunedAt = Date.now()
      }),
    /** Saves the outcome and, if the link could be read, its entry in one transaction. */
    end: (id: string, completion: ChangeCompletion, entry: ChangedEntry | null) =>
      write(database, () => {
        const link = saveOutcome(id, completion, entry)
        if (link !== null) getIndexer(sql).update(link)
      }),
    /** Returns the hash of a change's sender; `null` if it wasn't saved. */
    sentWith: (id: string) =>
      selectRows(sql, { sent_with: 'textOrNull' }, 'FROM link_changes WHERE id = ?').get(id)?.sent_with ??
      null,
    get: (id: string) => rows('WHERE id = ?', id)[0] ?? null,
    recent: async () => {
      await database.backfill.catchUp()
      return listRecentChanges(sql)
    },
    /** Returns the newest change of a link that wasn't dismissed. */
    newest: (link: string) =>
      rows('WHERE link = ? AND dismissed = 0 ORDER BY made_at DESC, rowid DESC LIMIT 1', link)[0] ?? null,
    /**
     * Removes a change that isn't being sent. A run's change is only hidden, because its row still follows the change's
     * state.
     */
    dismiss: (id: string) =>
      write(database, () => {
        const isDismissible = `id = ? AND state <> 'pending'`
        sql.prepare(`DELETE FROM link_changes WHERE ${isDismissible} AND run IS NULL`).run(id)
        sql.prepare(`UPDATE link_changes SET dismissed = 1 WHERE ${isDismissible}`).run(id)
      }),
    /**
     * Returns unknown changes of a profile's links that may be sent again unasked, oldest first, not older than `since`
     * (ISO 8601).
     */
    unsettled: (profileId: string, since: string) =>
      writable
        ? rows(
            `WHERE state = 'unknown' AND made_at >= ? AND link IN (SELECT id FROM links WHERE profile_id = ?)
             ORDER BY made_at, rowid`,
            since,
            profileId,
          ).filter(({ problem }) => problem?.cause !== restoredChange.cause)
        : [],
    /** Marks changes that a crash left pending as `unknown`. */
    settlePending: (problem: LinkChange['problem']) => {
      if (!writable) return
      sql
        .prepare(`UPDATE link_changes SET state = 'unknown', problem = ? WHERE state = 'pending'`)
        .run(toJson(problem))
    },
  }
}

/**
 * Returns a function that saves the outcome of a change. It returns the link if its entry changed too and must be
 * indexed.
 */
export function createChangeSaver(sql: Database['sql']) {
  const updateChange = sql.prepare(
    'UPDATE link_changes SET state = ?, problem = ?, back = ?, after = ?, differences = ? WHERE id = ?',
  )
  const selectLink = selectRows(sql, { link: 'text' }, 'FROM link_changes WHERE id = ?')
  const selectTarget = selectRows(
    sql,
    pick(tableColumns.links, ['profile_id', 'environment']),
    'FROM links WHERE id = ?',
  )
  const updateLink = sql.prepare(
    'UPDATE links SET request = ?, request_hash = ?, answer = ?, differences = ?, checked_at = ? WHERE id = ?',
  )
  return (id: string, completion: ChangeCompletion, entry: ChangedEntry | null): string | null => {
    const { state, problem, back, after, differences } = completion
    updateChange.run(state, toJson(problem), toJson(back), toJson(after), toJson(differences), id)
    const link = entry && selectLink.get(id)?.link
    if (!entry || link === undefined || link === null) return null
    const { request, answer, differences: entryDifferences, checkedAt } = entry
    const target = selectTarget.get(link)
    const hash = target ? requestHash({ ...target, request }) : null
    updateLink.run(toJson(request), hash, answer, toJson(entryDifferences), checkedAt, link)
    return link
  }
}

/** Changes of a run are kept as long as the run, so that it can be undone. */
function prune(sql: Database['sql']): void {
  const oldest = daysAgo(daysKept)
  sql
    .prepare(
      `DELETE FROM link_changes WHERE made_at < ? AND state IN ('applied', 'refused', 'conflict')
       AND (run IS NULL OR run NOT IN (SELECT id FROM runs))`,
    )
    .run(oldest)
}

/** Skips changes that are damaged or written by a later version. */
function toChange(row: TableObject<typeof tableColumns.link_changes>): LinkChange[] {
  const parsed = linkChange.safeParse({
    ...row,
    patch: parseJson(row.patch),
    version: parseJson(row.version),
    problem: parseJson(row.problem),
    back: parseJson(row.back),
    after: parseJson(row.after),
    differences: parseJson(row.differences),
  })
  return parsed.success ? [parsed.data] : []
}
