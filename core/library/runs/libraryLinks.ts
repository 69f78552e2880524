import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../../contract/generate.ts'
import { isObject, readJson } from '../../../contract/json.ts'
import {
  duplicateKeyFields,
  fieldNames,
  fieldsOf,
  pick,
  targetFields,
} from '../../../contract/link/fields.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { PreparedRun } from './preparedRun.ts'

/**
 * Maximum number of links with the same destinations and app data that are compared, and of all that are
 * cached.
 */
const [maxCandidates, maxCachedLinks] = [2_000, 50_000]

/** Links by request; `null` if the create didn't succeed. */
type KnownLinks = Map<string, string | null>

/**
 * Returns a function that finds an equal request in the library, with the same profile and environment. Reads
 * candidates once per request through the index `links_by_likeness`.
 */
export function createLibraryLinks(
  sql: DatabaseSync,
  { profileId, environment }: Pick<PreparedRun, 'profileId' | 'environment'>,
): (request: GenerateRequest) => { link: string | null } | null {
  const paths = [...targetFields.map((field) => `${field}.url`), ...fieldsOf('data')]
  const isAlike = paths.map((path) => `json_extract(request, '$.${path}') IS ?`).join(' AND ')
  const query = selectRows(
    sql,
    pick(tableColumns.links, ['request', 'link', 'profile_id', 'environment']),
    `FROM links WHERE ${isAlike} AND state <> 'failed'
     ORDER BY created_at DESC, id DESC LIMIT ${maxCandidates}`,
  )
  const known = new Map<string, KnownLinks>()
  let kept = 0
  const read = (values: (string | null)[]): KnownLinks => {
    const links: KnownLinks = new Map()
    for (const row of query.iterate(...values)) {
      if (row.profile_id !== profileId || row.environment !== environment) continue
      const identity = requestIdentity(row.request)
      if (identity !== null && !links.has(identity)) links.set(identity, row.link)
    }
    return links
  }
  const isEmpty = sql.prepare(`SELECT 1 FROM links WHERE state <> 'failed' LIMIT 1`).get() === undefined
  return (request) => {
    if (isEmpty || duplicateKeyFields.every((field) => request[field] === undefined)) return null
    const values = [
      ...targetFields.map((field) => request[field]?.url ?? null),
      ...fieldsOf('data').map((field) => request[field] ?? null),
    ]
    const key = JSON.stringify(values)
    const links = known.get(key) ?? read(values)
    if (!known.has(key)) {
      kept += links.size + 1
      if (kept > maxCachedLinks) {
        known.clear()
        kept = links.size + 1
      }
      known.set(key, links)
    }
    const link = links.size === 0 ? undefined : links.get(identityOf(request))
    return link === undefined ? null : { link }
  }
}

/** Returns the identity of a stored request, independent of its spelling; `null` if missing or damaged. */
export function requestIdentity(text: unknown): string | null {
  const read = typeof text === 'string' ? readJson(text) : null
  return read?.ok && isObject(read.value) ? identityOf(read.value) : null
}

/** Returns the identity of a request, independent of its spelling. */
function identityOf(request: Record<string, unknown>): string {
  return JSON.stringify(
    fieldNames.map((name) => {
      const value = request[name] ?? null
      return isObject(value) ? [value['url'], value['open_app_if_installed'] ?? true] : value
    }),
  )
}
