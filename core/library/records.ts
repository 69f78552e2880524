import type { DatabaseSync } from 'node:sqlite'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { isDamage, sqliteCodes, sqliteCode } from '../../sqlite/errors.ts'
import type { Database } from './openDatabase.ts'
import { getIndexer } from './index/indexer.ts'
import { toRecord, toJson } from './linkRow.ts'
import { foldListed } from './team/listedLinks.ts'
import { noRequest, requestHash } from './requestHash.ts'
import { forEachInSteps } from './step.ts'
import { countRows, selectLinks, selectRows } from './tableRows.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'
import { insertRow, requireWritable, write } from './writing.ts'

/** The part of a record that is saved before the request is sent. */
export type Intent = Pick<
  LinkRecord,
  'id' | 'profileId' | 'profileName' | 'environment' | 'request' | 'promotedFrom' | 'createdAt'
>

/** A link that was created elsewhere. */
export type AddedLink = Pick<
  LinkRecord,
  'id' | 'profileId' | 'profileName' | 'environment' | 'link' | 'path' | 'answer' | 'createdAt'
>

/** The outcome of a create, as saved in its record. */
export type CreateCompletion = Pick<LinkRecord, 'link' | 'path' | 'problem'> & {
  state: Exclude<LinkRecord['state'], 'reference'>
}

/** The service's response when a link is read back. */
type Readback = Pick<LinkRecord, 'answer' | 'differences' | 'checkedAt'>

export type Records = ReturnType<typeof createRecords>

/** The links in the library. Every write is on disk when its call returns. */
export function createRecords(database: Database) {
  return { ...createWriting(database), ...createReading(database) }
}

const insertAdded = `INSERT INTO links (id, state, profile_id, profile_name, environment, link, path, answer, checked_at, created_at, added, request_hash)
  SELECT ?1, 'created', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 1, ${noRequest}
  WHERE NOT EXISTS (SELECT 1 FROM links WHERE path = ?6 AND profile_id = ?2 AND environment = ?4)`

/** Adds a link unless the library has it. Returns whether it was added. */
function addOne(sql: DatabaseSync, added: AddedLink): boolean {
  const { id, profileId, profileName, environment, link, path, answer, createdAt } = added
  const values = [id, profileId, profileName, environment, link, path, answer, createdAt]
  if (sql.prepare(insertAdded).run(...values).changes === 0) return false
  getIndexer(sql).update(id)
  return true
}

function createWriting(database: Database) {
  const { sql, writable } = database
  return {
    /** Throws if the library is read-only, because nothing may be sent that can't be saved. */
    assertWritable: () => requireWritable(database),
    /** Adds a link that was created elsewhere, with the service's response. An existing link stays unchanged. */
    add: (link: AddedLink): void => void write(database, () => addOne(sql, link)),
    /** Adds many such links in steps. Returns how many were added. */
    addMany: async (links: readonly AddedLink[]): Promise<number> => {
      const inTransaction = (step: () => unknown) => write(database, step)
      return (await forEachInSteps(links, inTransaction, (link) => addOne(sql, link))).length
    },
    /** Saves a create as pending. `sentWith` is the hash of its sender. */
    begin: (intent: Intent, sentWith: string | null = null) =>
      write(database, () => {
        const { id, profileId, environment, request } = intent
        insertRow(sql, 'links', {
          id,
          state: 'pending',
          profile_id: profileId,
          profile_name: intent.profileName,
          environment,
          request: toJson(request),
          request_hash: requestHash({ profile_id: profileId, environment, request }),
          promoted_from: intent.promotedFrom,
          created_at: intent.createdAt,
          sent_with: sentWith,
        })
        getIndexer(sql).update(id)
      }),
    end: (id: string, { state, link, path, problem }: CreateCompletion) =>
      write(database, () => {
        sql
          .prepare('UPDATE links SET state = ?, link = ?, path = ?, problem = ? WHERE id = ?')
          .run(state, link, path, toJson(problem), id)
        foldListed(sql, id)
        getIndexer(sql).update(id)
      }),
    saveReadback: (id: string, { answer, differences, checkedAt }: Readback) =>
      write(database, () => {
        sql
          .prepare('UPDATE links SET answer = ?, differences = ?, checked_at = ? WHERE id = ?')
          .run(answer, toJson(differences), checkedAt, id)
        getIndexer(sql).update(id)
      }),
    /** Marks creates that a crash left pending as `unknown` and returns their number. */
    settlePending: (problem: LinkRecord['problem']) => (writable ? settlePending(sql, toJson(problem)) : 0),
  }
}

/** Each in its own transaction: a damaged row must not prevent the app from starting. */
function settlePending(sql: Database['sql'], problem: string | null): number {
  const update = sql.prepare(`UPDATE links SET state = 'unknown', problem = ? WHERE id = ?`)
  let settledCount = 0
  const pending = selectRows(sql, { id: 'text' }, `FROM links WHERE state = 'pending'`)
  for (const { id } of pending.all()) {
    try {
      runInTransaction(sql, () => {
        settledCount += Number(update.run(problem, id).changes)
        getIndexer(sql).update(id)
      })
    } catch (error) {
      if (sqliteCode(error) !== sqliteCodes.error && !isDamage(error)) throw error
    }
  }
  return settledCount
}

function createReading({ sql, writable }: Database) {
  const rows = (clauses: string, ...values: (string | number | null)[]) =>
    selectLinks(sql, clauses)
      .all(...values)
      .map(toRecord)
  return {
    get: (id: string): LinkRecord | null => {
      const record = rows('WHERE id = ?', id)[0] ?? null
      // Lists still show the data derived before the damage, so the link is indexed again.
      if (record?.damaged && writable) getIndexer(sql).refresh(id)
      return record
    },
    /** Returns the hash of a create's sender; `null` if it wasn't saved. */
    sentWith: (id: string) =>
      selectRows(sql, { sent_with: 'textOrNull' }, 'FROM links WHERE id = ?').get(id)?.sent_with ?? null,
    /** Whether the link was removed and can still be restored. */
    wasRemoved: (id: string) => sql.prepare('SELECT 1 FROM removed_links WHERE id = ?').get(id) !== undefined,
    findByPath: ({ path, profileId, environment }: Pick<LinkRecord, 'path' | 'profileId' | 'environment'>) =>
      rows(
        `WHERE path = ? AND profile_id = ? AND environment = ?
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        path,
        profileId,
        environment,
      )[0] ?? null,
    /** Returns at most `limit` links with this path in any profile and environment, newest first. */
    allByPath: (path: string, limit: number) =>
      rows(`WHERE path = ? ORDER BY created_at DESC, id DESC LIMIT ?`, path, limit),
    /** Returns the links that were created, or may have been created, by promoting a link, newest first. */
    listPromotions: (id: string) =>
      rows(`WHERE promoted_from = ? AND state <> 'failed' ORDER BY created_at DESC, id DESC`, id),
    page: (cursor: string | undefined, limit: number) => {
      const [createdAt = '', id = ''] = cursor === undefined ? ['~'] : parseCursor(cursor)
      const rowsFound = selectLinks(
        sql,
        'WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?',
      ).all(createdAt, id, limit + 1)
      const pageRows = rowsFound.slice(0, limit)
      const last = rowsFound.length > limit ? pageRows.at(-1) : undefined
      const total = countRows(sql, 'FROM links')
      return { records: pageRows.map(toRecord), total, next: last ? `${last.created_at}_${last.id}` : null }
    },
    countByProfile: (profileId: string) => countRows(sql, 'FROM links WHERE profile_id = ?', profileId),
    /** Returns unknown links that may be resolved automatically; empty if the library is read-only. */
    unsettled: (profileId: string) =>
      writable ? rows(`WHERE state = 'unknown' AND settles_by_itself = 1 AND profile_id = ?`, profileId) : [],
  }
}

/** Parses `createdAt_id`. A damaged time may contain any characters. */
function parseCursor(cursor: string): [createdAt: string, id: string] {
  const separator = cursor.lastIndexOf('_')
  return [cursor.slice(0, separator), cursor.slice(separator + 1)]
}
