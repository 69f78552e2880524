import { linkColumns, type Param, type Value } from '../schema/columns.ts'
import type { LinkRow } from '../links/links.ts'

const columns: readonly { get: (link: LinkRow) => Value }[] = Object.values(linkColumns)

type SqliteParam = string | number | null

/** Returns the parameters of `insertLink`. */
export function linkParams(link: LinkRow): SqliteParam[] {
  return columns.map(({ get }) => toParam(get(link)))
}

/** SQLite stores booleans as 1 and 0, and reads arrays as JSON. */
export function toParam(value: Param): SqliteParam {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'boolean' ? Number(value) : value
}
