import { linkColumns, type Value } from '../schema/columns.ts'
import type { LinkRow } from '../links/links.ts'

const columns: readonly { get: (link: LinkRow) => Value }[] = Object.values(linkColumns)

type Param = Exclude<Value, boolean>

/** Returns the parameters of `insertLink` and `putLink`. */
export function linkParams(link: LinkRow): Param[] {
  return columns.map(({ get }) => toParam(get(link)))
}

/** SQLite stores booleans as 1 and 0. */
export function toParam(value: Value): Param {
  return typeof value === 'boolean' ? Number(value) : value
}
