import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { localChange } from '../../../contract/app/calls/links/library.ts'
import type { LocalChange, LoggedChange } from '../../../contract/app/calls/links/library.ts'
import { countRows, selectObjects, selectRows, tableColumns, type TableObject } from '../tableRows.ts'
import { tryParseJson } from '../../../contract/app/text/tryParseJson.ts'
import { daysAgo } from '../../../contract/app/text/utcDay.ts'

/** The effect of a change on one link: its previous values, and the tags that were actually added and removed. */
const linkChange = z.object({
  starred: z.boolean().optional(),
  archived: z.boolean().optional(),
  note: z.string().nullable().optional(),
  addedTags: z.array(z.string()).optional(),
  removedTags: z.array(z.string()).optional(),
})
export type LinkChange = z.infer<typeof linkChange>

/** Maximum number of changes kept, and their maximum age in days. Each edit of a note counts as a change. */
const maxChanges = 1_000
const daysKept = 30
/** Maximum number of changes that `list` returns. */
const maxListed = 200

export type Journal = ReturnType<typeof createJournal>

/**
 * The history of local changes. Call it in the same transaction as the change. Ordered by `rowid`, because the clock
 * may have been set back.
 */
export function createJournal(sql: DatabaseSync) {
  const listByLink = (link: string) =>
    selectObjects(
      sql,
      { id: 'text', made_at: 'text', before: 'text' },
      `FROM local_change_links JOIN local_changes ON id = local_change_links.change
       WHERE link = ? ORDER BY local_changes.rowid DESC`,
    )
      .all(link)
      .map(({ id, madeAt, before }) => ({ changeId: id, madeAt, effect: parseLinkChange(before) }))
  return {
    /**
     * Records the effect of a change on one link. Returns whether this is the change's first effect on it. If a change
     * affects a link repeatedly, as autosaves of a note do, the values before the first time are kept.
     */
    note: (changeId: string, link: string, effect: LinkChange): boolean => {
      const { changes } = sql
        .prepare('INSERT OR IGNORE INTO local_change_links (change, link, before) VALUES (?, ?, ?)')
        .run(changeId, link, JSON.stringify(effect))
      return Number(changes) > 0
    },
    /** Increases a change's number of links, and creates its entry if needed. `null` means a removal. */
    count: (changeId: string, change: LocalChange | null, links: number): void => {
      sql
        .prepare(
          `INSERT INTO local_changes (id, made_at, change, links) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET links = links + excluded.links`,
        )
        .run(changeId, new Date().toISOString(), change && JSON.stringify(change), links)
      prune(sql)
    },
    list: (): LoggedChange[] =>
      selectObjects(sql, tableColumns.local_changes, 'FROM local_changes ORDER BY rowid DESC LIMIT ?')
        .all(maxListed)
        .flatMap(parseChanges),
    /** Returns the changes of one link, newest first. */
    listByLink,
    /** Returns the change that wrote the present note of a link, if it's in the history. */
    lastNoteChange: (link: string) =>
      listByLink(link).find(({ effect }) => effect.note !== undefined)?.changeId,
    /** Returns up to `limit` links of a change that aren't undone yet. */
    listUndoable: (changeId: string, limit: number) =>
      selectRows(sql, tableColumns.local_change_links, 'FROM local_change_links WHERE change = ? LIMIT ?')
        .all(changeId, limit)
        .map(({ link, before }) => ({ link, effect: parseLinkChange(before) })),
    forgetLink: (changeId: string, link: string) =>
      sql.prepare('DELETE FROM local_change_links WHERE change = ? AND link = ?').run(changeId, link),
    setUndone: (changeId: string) =>
      sql
        .prepare('UPDATE local_changes SET undone_at = ? WHERE id = ? AND undone_at IS NULL')
        .run(new Date().toISOString(), changeId),
    /** Returns how many links of a change aren't undone yet. */
    countRemaining: (changeId: string) =>
      countRows(sql, 'FROM local_change_links WHERE change = ?', changeId),
  }
}

function prune(sql: DatabaseSync): void {
  const oldest = daysAgo(daysKept)
  const pruned = sql
    .prepare(
      `DELETE FROM local_changes WHERE made_at < ? OR id NOT IN
         (SELECT id FROM local_changes ORDER BY rowid DESC LIMIT ?) RETURNING id`,
    )
    .all(oldest, maxChanges)
  const deleteLinks = sql.prepare('DELETE FROM local_change_links WHERE change = ?')
  for (const { id } of pruned) deleteLinks.run(String(id))
}

/** Skips entries that are damaged or written by a later version. */
function parseChanges(row: TableObject<typeof tableColumns.local_changes>): LoggedChange[] {
  const change = row.change === null ? null : localChange.safeParse(tryParseJson(row.change)).data
  return change === undefined ? [] : [{ ...row, kind: change === null ? 'remove' : 'mark', change }]
}

function parseLinkChange(text: string): LinkChange {
  return linkChange.safeParse(tryParseJson(text)).data ?? {}
}
