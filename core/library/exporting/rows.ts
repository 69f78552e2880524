import type { DatabaseSync } from 'node:sqlite'
import type { ExportedLinks } from '../../../contract/app/calls/links/exports.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from '../collection/selection.ts'
import { measureView } from '../collection/visitView.ts'
import type { LinkRow } from '../linkRow.ts'
import { countRows, selectLinks, selectRows, tableColumns } from '../tableRows.ts'

/** Maximum links and UTF-16 units per batch. A single link can have more. */
const [batchSize, batchLength] = [250, 1_000_000]

/** Returns the current number of selected links. */
export async function countLinks(sql: DatabaseSync, selected: ExportedLinks): Promise<number> {
  if ('ids' in selected) return selected.ids.length
  if ('view' in selected) return (await measureView(sql, selected.view)).links
  return countRows(sql, 'FROM links')
}

/**
 * Yields the links in batches. Links added or removed meanwhile may be missing or included. A link appears
 * twice only if its position changed.
 */
export function readBatches(sql: DatabaseSync, selected: ExportedLinks): Generator<LinkRow[]> {
  if ('ids' in selected) return readSelected(sql, selected.ids)
  return 'view' in selected ? readView(sql, selected.view) : readAll(sql)
}

/** Returns the same links, oldest first: an import assigns later positions to later rows created at the same time. */
export function sortByAge(sql: DatabaseSync, selected: ExportedLinks): ExportedLinks {
  if ('view' in selected) return { view: { ...selected.view, sort: 'oldest' } }
  if (!('ids' in selected)) return selected
  const rows = selectRows(
    sql,
    { id: 'text' },
    'FROM links WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid',
  ).all(JSON.stringify(selected.ids))
  return { ids: rows.map(({ id }) => id) }
}

function* readSelected(sql: DatabaseSync, ids: readonly string[]): Generator<LinkRow[]> {
  for (let start = 0; start < ids.length;) {
    const { rows, read } = readRows(sql, ids.slice(start, start + batchSize))
    yield rows
    start += read
  }
}

function* readView(sql: DatabaseSync, view: LibraryView): Generator<LinkRow[]> {
  for (let after: string | undefined; ;) {
    const cursor = after === undefined ? undefined : (parseCursor(after) ?? undefined)
    const selection = buildSelection(sql, view, cursor)
    const entries = sql
      .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
      .all(...selection.values, batchSize)
    const { rows, read } = readRows(
      sql,
      entries.map((entry) => String(entry['id'])),
    )
    yield rows
    const last = entries[read - 1]
    if (!last || (read === entries.length && read < batchSize)) return
    after = formatCursor(view, last)
  }
}

/** Reads in storage order, which needs no derived data. */
function* readAll(sql: DatabaseSync): Generator<LinkRow[]> {
  const columns = { rowid: 'integer', ...tableColumns.links } as const
  const query = selectRows(sql, columns, 'FROM links WHERE rowid > ? ORDER BY rowid')
  for (let after = -1; ;) {
    const rows = [...takeBatch(query.iterate(after))]
    yield rows
    const last = rows.at(-1)
    if (!last) return
    after = last.rowid
  }
}

/**
 * Returns the first links by id, in that order, and the number of ids that were read. Omits links that were removed
 * meanwhile, and repeated ids.
 */
function readRows(sql: DatabaseSync, ids: readonly string[]): { rows: LinkRow[]; read: number } {
  const select = selectLinks(sql, 'WHERE id = ?')
  let read = 0
  const distinctIds = new Set<string>()
  function* readEach() {
    for (const id of ids) {
      read++
      const row = distinctIds.has(id) ? undefined : select.get(id)
      distinctIds.add(id)
      if (row) yield row
    }
  }
  return { rows: [...takeBatch(readEach())], read }
}

/** Yields rows until a batch is full. */
function* takeBatch<R extends LinkRow>(rows: Iterable<R>): Generator<R> {
  let [count, length] = [0, 0]
  for (const row of rows) {
    yield row
    length += (row.request?.length ?? 0) + (row.answer?.length ?? 0)
    if (++count === batchSize || length > batchLength) return
  }
}
