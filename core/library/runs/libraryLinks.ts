import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows } from '../../../contract/calls/runs.ts'
import type { GenerateRequest } from '../../../contract/generate.ts'
import { isObject, readJson } from '../../../contract/json.ts'
import { fieldNames, fieldsOf, pick, targetFields } from '../../../contract/link/fields.ts'
import type { LinkRow } from '../linkRow.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { PreparedRun } from './preparedRun.ts'
import { textHash } from './textHash.ts'

/**
 * Maximum number of links with the same destinations and app data that are compared, so that even the longest table
 * with one destination is recognized, and of cached links in total.
 */
const [maxCandidates, maxCachedLinks] = [maxRows, 500_000]
/** Candidates read per step of `prepare`, which takes about 25 ms. Other work runs between steps. */
const stepSize = 1_000

/** Maximum delay between a link's `created_at` and its storage, in milliseconds. */
const storageDelayMs = 10_000

/** Finds the library's link for an equal request. */
export interface LibraryLinks {
  /** Returns the link of an equal request; `null` if there is none or its create failed. */
  find: (request: GenerateRequest) => FoundLink | null
  /** Reads in steps what `find` needs for this request, and for others with its destinations and app data. */
  prepare: (request: GenerateRequest) => Promise<void>
  /** Includes links added since the last call. */
  refresh: () => void
}

/** `link` is `null` while it is being created, or if its create is uncertain. */
interface FoundLink {
  link: string | null
  isPending: boolean
}

/** Returns the links for a run's profile and environment. */
export type LibraryLinksCache = (scope: Pick<Scope, 'profileId' | 'environment'>) => LibraryLinks

/** Link ids by the hash of the request, for links created up to the refresh `until`. */
interface KnownLinks {
  ids: Map<number, string>
  until: { time: string }
}

interface Scope extends Pick<PreparedRun, 'profileId' | 'environment'> {
  /**
   * The run whose rows' own links are ignored. If the run was restored from a backup, others that it has created since
   * are not.
   */
  exceptRun?: string
}

/** Whether a row of a run refers to a link. */
const isOfRowCondition =
  'run IS ? AND EXISTS (SELECT 1 FROM run_rows WHERE link_id = links.id AND run_rows.run = links.run)'

/**
 * Finds equal requests in the library, with the same profile and environment. Reads candidates once per request
 * through the index `links_by_likeness`, and after `refresh` only newer ones.
 */
export function createLibraryLinks(sql: DatabaseSync, scope: Scope): LibraryLinks {
  const candidates = createCandidates(sql, scope)
  const selectLink = selectRows(
    sql,
    pick(tableColumns.links, ['state', 'link', 'request']),
    `FROM links WHERE id = ? AND state <> 'failed'`,
  )
  const selectAny = sql.prepare(`SELECT 1 FROM links WHERE state <> 'failed' LIMIT 1`)
  const selectById = (id: string | undefined) => (id === undefined ? undefined : selectLink.get(id))
  /** Finds an older equal link after the newest one has failed or was removed. */
  const findOlder = (values: Values, hash: number) => {
    candidates.forget(values)
    return selectById(candidates.find(values).get(hash))
  }
  let isEmpty = true
  const refresh = () => {
    candidates.refresh()
    isEmpty = selectAny.get() === undefined
  }
  refresh()
  return {
    refresh,
    prepare: (request) => candidates.prepare(comparedValues(request)),
    find: (request) => {
      if (isEmpty) return null
      const values = comparedValues(request)
      const ids = candidates.find(values)
      if (ids.size === 0) return null
      const identity = requestKey(request)
      const hash = textHash(identity)
      const row = selectById(ids.get(hash)) ?? (ids.has(hash) ? findOlder(values, hash) : undefined)
      if (!row || requestIdentity(row.request) !== identity) return null
      return { link: row.link, isPending: row.state === 'pending' }
    },
  }
}

/** The destinations and app data of a request. */
type Values = readonly (string | null)[]

function comparedValues(request: GenerateRequest): Values {
  return [
    ...targetFields.map((field) => request[field]?.url ?? null),
    ...fieldsOf('data').map((field) => request[field] ?? null),
  ]
}

/** Reads and caches the links with certain destinations and app data. */
function createCandidates(sql: DatabaseSync, { profileId, environment, exceptRun = '' }: Scope) {
  const paths = [...targetFields.map((field) => `${field}.url`), ...fieldsOf('data')]
  const isEqualCondition = paths.map((path) => `json_extract(request, '$.${path}') IS ?`).join(' AND ')
  const select = selectRows(
    sql,
    pick(tableColumns.links, ['id', 'request', 'profile_id', 'environment', 'created_at']),
    `FROM links WHERE ${isEqualCondition} AND state <> 'failed' AND created_at >= ? AND (created_at, id) < (?, ?)
       AND NOT (${isOfRowCondition})
     ORDER BY created_at DESC, id DESC LIMIT ${stepSize}`,
  )
  const hasEarlierLinks = createEarlierLinksDetector(sql)
  const cache = new Map<string, KnownLinks>()
  let [cachedCount, lastRefresh] = [0, { time: '' }]
  /** Yields after each step, and returns link ids by the hash of the request. */
  function* readIds(values: Values, since: string): Generator<undefined, Map<number, string>> {
    const ids = new Map<number, string>()
    let last = { created_at: '\u{10ffff}', id: '' }
    for (let count = 0; count < maxCandidates; count += stepSize) {
      const rows = select.all(...values, since, last.created_at, last.id, exceptRun)
      for (const row of rows) {
        if (row.profile_id === profileId && row.environment === environment) addByHash(ids, row)
      }
      last = rows.at(-1) ?? last
      if (rows.length < stepSize) break
      yield
    }
    return ids
  }
  /** Yields after each step, and returns link ids by the hash of the request. */
  function* find(values: Values): Generator<undefined, ReadonlyMap<number, string>> {
    const key = JSON.stringify(values)
    const cached = cache.get(key)
    const until = lastRefresh
    if (cached?.until === until) return cached.ids
    const newIds = yield* readIds(values, cached ? laterBy(cached.until.time, -storageDelayMs) : '')
    cachedCount += newIds.size + (cached ? 0 : 1)
    if (cachedCount > maxCachedLinks) {
      cache.clear()
      cachedCount = newIds.size + (cached?.ids.size ?? 0) + 1
    }
    const ids = cached?.ids ?? newIds
    if (cached) for (const [hash, id] of newIds) ids.set(hash, id)
    cache.set(key, { ids, until })
    return ids
  }
  return {
    /** Returns link ids by the hash of the request. */
    find: (values: Values): ReadonlyMap<number, string> => {
      for (const steps = find(values); ;) {
        const { done, value } = steps.next()
        if (done === true) return value
      }
    },
    /** Reads what `find` returns in steps. */
    prepare: async (values: Values) => {
      for (const steps = find(values); steps.next().done !== true;) await nextTurn()
    },
    /** Forgets these links, so that all of them are read again. */
    forget: (values: Values) => {
      const key = JSON.stringify(values)
      cachedCount -= (cache.get(key)?.ids.size ?? 0) + 1
      cache.delete(key)
    },
    /** Includes links added since the last call. */
    refresh: () => {
      const time = new Date().toISOString()
      if (hasEarlierLinks(time)) {
        cache.clear()
        cachedCount = 0
      }
      lastRefresh = { time }
    },
  }
}

/** Adds a link unless there is a newer one with an equal request. */
function addByHash(ids: Map<number, string>, { id, request }: Pick<LinkRow, 'id' | 'request'>): void {
  const identity = requestIdentity(request)
  const hash = identity === null ? null : textHash(identity)
  if (hash !== null && !ids.has(hash)) ids.set(hash, id)
}

/**
 * Returns a function that returns whether links may have been added since its last call with times before it, such as
 * imported and restored ones, and any after the clock was set back.
 */
function createEarlierLinksDetector(sql: DatabaseSync): (time: string) => boolean {
  const selectNewest = sql.prepare('SELECT rowid AS row, id FROM links ORDER BY rowid DESC LIMIT 1')
  const selectId = sql.prepare('SELECT id FROM links WHERE rowid = ?')
  const selectEarlier = sql.prepare(
    'SELECT 1 FROM links NOT INDEXED WHERE rowid > ? AND created_at < ? LIMIT 1',
  )
  let [lastTime, lastRow, lastId]: [string, number, unknown] = ['', 0, undefined]
  return (time) => {
    const newest = selectNewest.get()
    // After the newest link was removed, another one may get its rowid.
    const isRemoved = () => selectId.get(lastRow)?.['id'] !== lastId
    const isAdded = () => selectEarlier.get(lastRow, laterBy(lastTime, -storageDelayMs)) !== undefined
    const hasEarlier = lastTime !== '' && (time < lastTime || isRemoved() || isAdded())
    lastTime = time
    lastRow = Number(newest?.['row'] ?? 0)
    lastId = newest?.['id']
    return hasEarlier
  }
}

/**
 * Keeps the links for the next check or edit. Reading thousands of candidates takes seconds, so they are read again only
 * after a link of the library was added, changed or removed.
 */
export function createLibraryLinksCache(sql: DatabaseSync): LibraryLinksCache {
  const selectVersion = sql.prepare(
    `SELECT (SELECT seq FROM main.sqlite_sequence WHERE name = 'touched') AS touched, (SELECT max(rowid) FROM links) AS newest`,
  )
  let [version, links]: [string, LibraryLinks | null] = ['', null]
  return ({ profileId, environment }) => {
    const latest = JSON.stringify([profileId, environment, selectVersion.get()])
    if (latest !== version) links = null
    version = latest
    return (links ??= createLibraryLinks(sql, { profileId, environment }))
  }
}

function laterBy(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}

/** Returns the identity of a stored request, independent of its spelling; `null` if missing or damaged. */
export function requestIdentity(text: unknown): string | null {
  const parsed = typeof text === 'string' ? readJson(text) : null
  return parsed?.ok && isObject(parsed.value) ? requestKey(parsed.value) : null
}

/** Returns the identity of a request, independent of its spelling. */
function requestKey(request: Record<string, unknown>): string {
  return JSON.stringify(
    fieldNames.map((name) => {
      const value = request[name] ?? null
      return isObject(value) ? [value['url'], value['open_app_if_installed'] ?? true] : value
    }),
  )
}
