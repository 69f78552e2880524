import type { DatabaseSync } from 'node:sqlite'
import { duplicateKeyFields, targetFields } from '../../../contract/calls/suggestions.ts'
import type { GenerateRequest } from '../../../contract/generate.ts'
import { isObject, readJson } from '../../../contract/json.ts'
import { fieldNames, fieldsOf } from '../../../contract/link/fields.ts'
import type { PreparedRun } from './preparedRun.ts'

/** Links that are alike in their addresses and app data of which the rest is compared, and as many of all that are kept at once. */
const [maxCandidates, maxCachedLinks] = [2_000, 50_000]

/** Links by what they were asked for; `null` for one whose create has not ended well. */
type KnownLinks = Map<string, string | null>

/**
 * Finds the link of a request in the library: made with the same profile in the same environment, or perhaps made. The likes of one
 * request are read once, by the index `links_by_likeness`.
 */
export function createLibraryLinks(
  sql: DatabaseSync,
  { profileId, environment }: Pick<PreparedRun, 'profileId' | 'environment'>,
): (request: GenerateRequest) => { link: string | null } | null {
  const paths = [...targetFields.map((field) => `${field}.url`), ...fieldsOf('data')]
  const isAlike = paths.map((path) => `json_extract(request, '$.${path}') IS ?`).join(' AND ')
  const statement = sql.prepare(
    `SELECT request, link, profile_id, environment FROM links WHERE ${isAlike} AND state <> 'failed'
     ORDER BY created_at DESC, id DESC LIMIT ${maxCandidates}`,
  )
  const known = new Map<string, KnownLinks>()
  let kept = 0
  const read = (values: (string | null)[]): KnownLinks => {
    const links: KnownLinks = new Map()
    for (const row of statement.iterate(...values)) {
      if (row['profile_id'] !== profileId || row['environment'] !== environment) continue
      const identity = requestIdentity(row['request'])
      if (identity !== null && !links.has(identity)) links.set(identity, row['link'] as string | null)
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

/** What a stored request asks for, however it is spelled; `null` if there is none or it is damaged. */
export function requestIdentity(text: unknown): string | null {
  const read = typeof text === 'string' ? readJson(text) : null
  return read?.ok && isObject(read.value) ? identityOf(read.value) : null
}

/** What a request asks for, however it is spelled. */
function identityOf(request: Record<string, unknown>): string {
  return JSON.stringify(
    fieldNames.map((name) => {
      const value = request[name] ?? null
      return isObject(value) ? [value['url'], value['open_app_if_installed'] ?? true] : value
    }),
  )
}
