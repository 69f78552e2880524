import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { contentKeys, requestText } from '../contentKeys.ts'
import { requestKey } from '../requestHash.ts'
import { selectRows, tableColumns, type TableRow } from '../tableRows.ts'

/** The link of an equal request. `link` is `null` while it is being created, or if its create is uncertain. */
export interface EqualLink {
  link: string | null
  isPending: boolean
}

type StoredRow = TableRow<typeof tableColumns.run_rows>

type HashedRow = Pick<StoredRow, 'request' | 'request_hash'>

/**
 * Returns a function that finds the library's latest link with the same request, profile and environment as a row. Call
 * it only when all links have their hashes.
 */
export function createEqualLinks(sql: DatabaseSync): (row: HashedRow) => EqualLink | null {
  const select = selectRows(
    sql,
    pick(tableColumns.links, ['state', 'link', 'request']),
    `FROM links WHERE request_hash = ? AND state <> 'failed' ORDER BY rowid DESC LIMIT 1`,
  )
  return ({ request, request_hash: hash }) => {
    const found = hash === null ? undefined : select.get(hash)
    // Another request can have the same hash.
    if (!found || requestKey(found.request) !== requestKey(request)) return null
    return { link: found.link, isPending: found.state === 'pending' }
  }
}

/** A link that wasn't requested by this library, such as a colleague's. */
export interface ForeignLink {
  link: string | null
  /** Name of the key that created it; `null` if unknown. */
  author: string | null
  createdAt: string
}

/**
 * Returns a function that finds the latest link of others with the same addresses, app data and tracking as a row. It can
 * differ in title, tags and previews, so it is only worth a warning.
 */
export function createForeignLinks(
  sql: DatabaseSync,
  target: Parameters<typeof contentKeys>[0],
): (request: GenerateRequest) => ForeignLink | null {
  const select = selectRows(
    sql,
    { link: 'textOrNull', author: 'textOrNull', createdAt: 'text' },
    `FROM entries WHERE trackedKey = ? AND added = 1 AND lastCheck IS NOT 'gone' ORDER BY seq DESC LIMIT 1`,
  )
  return (request) => select.get(contentKeys(target, requestText(request)).trackedKey) ?? null
}

/** The columns by which rows are compared: creating the same link, or having the same path. */
type EqualColumn = 'request_hash' | 'own_path'

type RowPosition<C extends EqualColumn> = Pick<StoredRow, 'run' | 'number' | C>

type EqualRow = Pick<StoredRow, 'number' | 'link'>

export type EqualRows<C extends EqualColumn = 'request_hash'> = ReturnType<typeof createEqualRows<C>>

/** Finds rows of a run that are equal in a column. */
export function createEqualRows<C extends EqualColumn>(sql: DatabaseSync, equal: C) {
  const createFinder = (comparison: '<' | '>') => {
    const select = selectRows(
      sql,
      pick(tableColumns.run_rows, ['number', 'link']),
      `FROM run_rows WHERE run = ? AND ${equal} = ? AND number ${comparison} ? ORDER BY number LIMIT 1`,
    )
    return (row: RowPosition<C>): EqualRow | null => {
      const value: string | number | null = row[equal]
      return value === null ? null : (select.get(row.run, value, row.number) ?? null)
    }
  }
  return {
    /** Returns the first earlier row that is equal; `null` if there is none. */
    findEarlier: createFinder('<'),
    /** Returns the next row that is equal; `null` if there is none. */
    findLater: createFinder('>'),
  }
}

type ComparedRow = RowPosition<EqualColumn>

/** Returns a function that returns the later rows to check again after a row was changed from `old` to `checked`. */
export function createLaterFinder(links: EqualRows, paths: EqualRows<'own_path'>) {
  return (old: ComparedRow, row: ComparedRow, checked: ComparedRow): number[] => {
    const find = ({ findEarlier, findLater }: EqualRows | EqualRows<'own_path'>) =>
      [{ ...row, request_hash: old.request_hash, own_path: old.own_path }, checked].flatMap((changed) =>
        // Only the first of equal rows creates the link, so at most the next one changes.
        findEarlier(changed) === null ? (findLater(changed)?.number ?? []) : [],
      )
    return [
      ...(old.request_hash === checked.request_hash ? [] : find(links)),
      ...(old.own_path === checked.own_path ? [] : find(paths)),
    ]
  }
}
