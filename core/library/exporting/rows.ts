import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ExportedLinks } from '../../../contract/calls/exports.ts'
import type { LibraryView } from '../../../contract/library/view.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from '../collection/selection.ts'
import type { LinkRow } from '../linkRow.ts'
import { selectLinks, selectRows, tableColumns } from '../tableRows.ts'

/** Links per batch, which takes a few milliseconds. Other work runs between batches. */
const batchSize = 250

/** Returns the current number of selected links. */
export function countLinks(sql: DatabaseSync, selected: ExportedLinks): number {
  if ('ids' in selected) return selected.ids.length
  const { from, values } =
    'view' in selected
      ? buildSelection(sql, selected.view)
      : { from: 'FROM links', values: [] as SQLInputValue[] }
  return Number(sql.prepare(`SELECT count(*) AS links ${from}`).get(...values)?.['links'])
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
  for (let start = 0; start < ids.length; start += batchSize)
    yield readRows(sql, ids.slice(start, start + batchSize))
}

function* readView(sql: DatabaseSync, view: LibraryView): Generator<LinkRow[]> {
  for (let after: string | undefined; ;) {
    const cursor = after === undefined ? undefined : (parseCursor(after) ?? undefined)
    const selection = buildSelection(sql, view, cursor)
    const entries = sql
      .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
      .all(...selection.values, batchSize)
    yield readRows(
      sql,
      entries.map((entry) => String(entry['id'])),
    )
    const last = entries.at(-1)
    if (!last || entries.length < batchSize) return
    after = formatCursor(view, last)
  }
}

/** Reads in storage order, which needs no derived data. */
function* readAll(sql: DatabaseSync): Generator<LinkRow[]> {
  const columns = { rowid: 'integer', ...tableColumns.links } as const
  const query = selectRows(sql, columns, 'FROM links WHERE rowid > ? ORDER BY rowid LIMIT ?')
  for (let after = -1; ;) {
    const rows = query.all(after, batchSize)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.rowid
  }
}

/** Returns links by id, in that order. Omits links that were removed meanwhile. */
function readRows(sql: DatabaseSync, ids: readonly string[]): LinkRow[] {
  const rows = selectLinks(sql, 'WHERE id IN (SELECT value FROM json_each(?))').all(JSON.stringify(ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
