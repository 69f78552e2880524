import { linkColumns, type ColumnsOf, type Value } from '../schema/columns.ts'
import type { LinkRow } from '../links/links.ts'
import { ownPathColumns } from '../links/ownPaths.ts'
import { encodeRows } from './server/binary.ts'

const columns: readonly { get: (link: LinkRow) => Value }[] = Object.values(linkColumns)

/** Returns the parameters of a statement that stores rows: one array per column. */
export function rowParams<T>(rowColumns: ColumnsOf<T>, rows: readonly T[]): Value[][] {
  return Object.values(rowColumns).map(({ get }) => rows.map((row) => get(row)))
}

/** Returns the parameters of the statement that stores one link with its own path. */
export function ownLinkParams(link: LinkRow & { ownKey: string }): Value[] {
  const { folded, listed_as: listedAs } = ownPathColumns
  return [...columns.map(({ get }) => get(link)), folded.get(link), listedAs.get(link)]
}

/** Returns the same links as rows of a `COPY`. */
export function linkRows(links: readonly LinkRow[]): Buffer {
  return encodeRows(links, columns)
}
