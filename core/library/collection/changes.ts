import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { LocalChange } from '../../../contract/calls/collection.ts'
import type { ChosenLinks } from '../../../contract/library/view.ts'
import { columnsOf } from '../../folder/identity.ts'
import { LibraryInterrupted, LibraryReadOnly } from '../../folder/storageProblem.ts'
import { hasLinks } from '../copies.ts'
import { setFact } from '../facts.ts'
import { indexerOf } from '../index/indexer.ts'
import type { Database } from '../open.ts'
import { recordOf } from '../row.ts'
import type { LinkRow } from '../row.ts'
import { givenTags, tagChangesIn, withTagChange } from '../tags.ts'
import { inTransaction } from '../transaction.ts'
import { orderOf, selectionOf } from './selection.ts'

/** What a person does to links in the library alone. Each answers how many there were. */
export interface Changes {
  mark: (which: ChosenLinks, change: LocalChange) => Promise<number>
  remove: (which: ChosenLinks) => Promise<{ links: number; undo: string }>
  unremove: (undo: string) => Promise<number>
}

/** Links of one transaction. Between two of them others have their turn. */
const atOnce = 200
/** For as long links that were taken out can be put back. */
const daysKept = 30

export function createChanges(database: Database): Changes {
  const { sql, writable, filling } = database
  const inPortions = async (ids: readonly string[], work: (id: string) => boolean) => {
    let done = 0
    for (let at = 0; at < ids.length; at += atOnce) {
      if (at > 0) await nextTurn()
      inTransaction(sql, () => {
        const changed = ids.slice(at, at + atOnce).filter(work)
        if (changed.length > 0) indexerOf(sql).update(...changed)
        done += changed.length
      })
    }
    return done
  }
  const chosen = async (which: ChosenLinks) => {
    if ('view' in which) await filling.rest()
    if (!filling.isDone() && 'view' in which) throw new LibraryInterrupted('The app is ending.')
    return idsOf(sql, which)
  }
  const allowed = () => {
    if (!writable) throw new LibraryReadOnly('The library is from a newer version.')
  }
  return {
    mark: async (which, change) => {
      allowed()
      return await inPortions(await chosen(which), (id) => markOne(sql, id, change))
    },
    remove: async (which) => {
      allowed()
      forgetOld(sql)
      const undo = randomUUID()
      const links = await inPortions(await chosen(which), (id) => removeOne(sql, id, undo))
      if (!hasLinks(database)) setFact(sql, 'emptied', '1')
      return { links, undo }
    },
    unremove: async (undo) => {
      allowed()
      const rows = sql.prepare('SELECT id FROM removed_links WHERE undo = ? ORDER BY rowid').all(undo)
      return await inPortions(
        rows.map(({ id }) => id as string),
        (id) => putBack(sql, id),
      )
    },
  }
}

/** In the order of their time, in which what is derived is written quickest. */
function idsOf(sql: DatabaseSync, which: ChosenLinks): string[] {
  if ('ids' in which) return [...new Set(which.ids)]
  const view = { ...which.view, sort: 'oldest' } as const
  const selection = selectionOf(sql, view)
  return sql
    .prepare(`SELECT entries.id ${selection.from} ${orderOf(view, selection)}`)
    .all(...selection.values)
    .map(({ id }) => id as string)
}

function markOne(sql: DatabaseSync, id: string, change: LocalChange): boolean {
  const row = sql.prepare('SELECT * FROM links WHERE id = ?').get(id) as LinkRow | undefined
  if (!row) return false
  const { starred = row.starred === 1, archived = row.archived === 1, note = row.note } = change
  const more = { add: change.addTags, remove: change.removeTags }
  const tags = withTagChange(tagChangesIn(row.tag_changes), givenTags(recordOf(row)), more)
  sql
    .prepare('UPDATE links SET starred = ?, archived = ?, note = ?, tag_changes = ? WHERE id = ?')
    .run(starred ? 1 : 0, archived ? 1 : 0, note || null, tags && JSON.stringify(tags), id)
  return true
}

/** A link that is being created stays: its end is still to be written down. */
function removeOne(sql: DatabaseSync, id: string, undo: string): boolean {
  const row = sql.prepare(`SELECT * FROM links WHERE id = ? AND state <> 'pending'`).get(id)
  if (!row) return false
  sql
    .prepare('INSERT OR REPLACE INTO removed_links (id, entry, undo, removed_at) VALUES (?, ?, ?, ?)')
    .run(id, JSON.stringify(row), undo, new Date().toISOString())
  sql.prepare('DELETE FROM links WHERE id = ?').run(id)
  return true
}

/** What was made anew under the same id in the meantime stays. */
function putBack(sql: DatabaseSync, id: string): boolean {
  const kept = sql.prepare('SELECT entry FROM removed_links WHERE id = ?').get(id)
  const row = JSON.parse(kept?.['entry'] as string) as Record<string, SQLInputValue>
  const columns = columnsOf(sql, 'links').filter((column) => column in row)
  const { changes } = sql
    .prepare(
      `INSERT OR IGNORE INTO links (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(...columns.map((column) => row[column] ?? null))
  sql.prepare('DELETE FROM removed_links WHERE id = ?').run(id)
  return Number(changes) > 0
}

function forgetOld(sql: DatabaseSync): void {
  const oldest = new Date(Date.now() - daysKept * 24 * 60 * 60 * 1_000).toISOString()
  sql.prepare('DELETE FROM removed_links WHERE removed_at < ?').run(oldest)
}
