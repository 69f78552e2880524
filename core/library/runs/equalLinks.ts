import type { DatabaseSync } from 'node:sqlite'
import { pick } from '../../../contract/service/link/fields.ts'
import { requestKey } from '../requestHash.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { TableRow } from '../tableRows.ts'

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

type RowPosition = Pick<StoredRow, 'run' | 'number' | 'request_hash'>

type EqualRow = Pick<StoredRow, 'number' | 'link'>

/** Finds rows of a run that create the same link. */
export interface EqualRows {
  /** Returns the first earlier row that creates the same link; `null` if there is none. */
  findEarlier: (row: RowPosition) => EqualRow | null
  /** Returns the next row that creates the same link; `null` if there is none. */
  findLater: (row: RowPosition) => EqualRow | null
}

export function createEqualRows(sql: DatabaseSync): EqualRows {
  const createFinder = (comparison: '<' | '>') => {
    const select = selectRows(
      sql,
      pick(tableColumns.run_rows, ['number', 'link']),
      `FROM run_rows WHERE run = ? AND request_hash = ? AND number ${comparison} ? ORDER BY number LIMIT 1`,
    )
    return ({ run, number, request_hash: hash }: RowPosition) =>
      hash === null ? null : (select.get(run, hash, number) ?? null)
  }
  return { findEarlier: createFinder('<'), findLater: createFinder('>') }
}
