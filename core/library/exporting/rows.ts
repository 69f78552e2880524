import type { DatabaseSync } from 'node:sqlite'
import type { ExportedLinks } from '../../../contract/app/calls/links/exports.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from '../collection/selection.ts'
import { measureView } from '../collection/visitView.ts'
import type { LinkRow } from '../linkRow.ts'
import { countRows, selectLinks, selectRows, tableColumns } from '../tableRows.ts'

/** Number of links of a view that are found at a time. */
const viewBatchSize = 250

/** Returns the current number of selected links. */
export async function countLinks(sql: DatabaseSync, selected: ExportedLinks): Promise<number> {
  if ('ids' in selected) return selected.ids.length
  if ('view' in selected) return (await measureView(sql, selected.view)).links
  return countRows(sql, 'FROM links')
}

/**
 * Yields the links in batches of `size`. Links added or removed meanwhile may be missing or included. A link appears
 * twice only if its position changed.
 */
export function* readBatches(sql: DatabaseSync, selected: ExportedLinks, size: number): Generator<LinkRow[]> {
  let batch: LinkRow[] = []
  for (const row of readLinks(sql, selected)) {
    if (batch.push(row) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
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

function* readLinks(sql: DatabaseSync, selected: ExportedLinks): Generator<LinkRow> {
  if (!('ids' in selected || 'view' in selected)) {
    yield* readAll(sql)
    return
  }
  const select = selectLinks(sql, 'WHERE id = ?')
  for (const id of 'ids' in selected ? new Set(selected.ids) : readView(sql, selected.view)) {
    const row = select.get(id)
    if (row) yield row
  }
}

/** Yields the ids of a view's links. */
function* readView(sql: DatabaseSync, view: LibraryView): Generator<string> {
  for (let after: string | undefined; ;) {
    const selection = buildSelection(sql, view, parseCursor(after))
    const entries = sql
      .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
      .all(...selection.values, viewBatchSize)
    for (const { id } of entries) yield String(id)
    const last = entries.at(-1)
    if (!last || entries.length < viewBatchSize) return
    after = formatCursor(view, last)
  }
}

/** Reads in storage order, which needs no derived data. */
function* readAll(sql: DatabaseSync): Generator<LinkRow> {
  const columns = { rowid: 'integer', ...tableColumns.links } as const
  const select = selectRows(sql, columns, 'FROM links WHERE rowid > ? ORDER BY rowid LIMIT 1')
  for (let row = select.get(-1); row; row = select.get(row.rowid)) yield row
}
