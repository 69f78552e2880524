import { queryOptions } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/app/calls/calls.ts'
import { request } from './call.ts'
import { monitorsCalls } from './slowCalls.ts'

/** Query key of the rows of all runs. */
export const rowsKey = ['runs.rows'] as const

export const rowsPageSize = 100

export type RowFilter = NonNullable<CallInput<'runs.rows'>['show']>
export type RowsPage = CallOutput<'runs.rows'>

/** Settings of the queries for pages of rows. Unobserved pages are dropped from the cache soon. */
export const rowsSettings = { staleTime: 30_000, gcTime: 10_000, meta: monitorsCalls }

/** Where a page starts: after a row number, or after a number of rows. */
export interface PageStart {
  after?: number
  skip?: number
}

/** Query for the first page of rows. */
export function rowsQuery(id: string, show: RowFilter) {
  return queryOptions({
    ...rowsSettings,
    queryKey: [...rowsKey, id, show],
    queryFn: () => readRowsPage(id, show, {}),
  })
}

/**
 * Reads a whole page, in several calls if its rows are large. A partial page would shift the row positions in the
 * table.
 */
export async function readRowsPage(
  id: string,
  show: RowFilter,
  start: PageStart,
  limit = rowsPageSize,
): Promise<RowsPage> {
  const page = await request('runs.rows', { id, show, ...start, limit })
  while (page.rows.length < limit && page.next !== null) {
    const rest = { after: page.next, limit: limit - page.rows.length }
    const more = await request('runs.rows', { id, show, ...rest })
    page.rows.push(...more.rows)
    page.next = more.next
  }
  return page
}

/** Reads at most `max` rows of a run after a row number in batches, without the cache. */
export async function readRunRows(
  id: string,
  show: RowFilter,
  max = Infinity,
  first = 0,
): Promise<RowsPage['rows']> {
  const rows: RowsPage['rows'] = []
  for (let after: number | null = first; after !== null && rows.length < max;) {
    const page: RowsPage = await readRowsPage(id, show, { after }, Math.min(500, max - rows.length))
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

/** Resolves with the sheet names of a workbook. */
export async function readSheets(file: string): Promise<readonly string[]> {
  return (await request('runs.sheets', { file })).sheets
}
