import type { DatabaseSync } from 'node:sqlite'
import type { LocalChange } from '../../../contract/calls/library.ts'
import { toRecord } from '../linkRow.ts'
import type { LinkRow } from '../linkRow.ts'
import { selectLinks } from '../tableRows.ts'
import { applyTagChanges, originalTags, parseTagChanges, addTagChange } from '../tags.ts'
import type { Journal, LinkChange } from './journal.ts'

interface Log {
  journal: Journal
  changeId: string
}

/**
 * Changes local data of a link and records in `log` what actually changed. Returns `false` if the link
 * doesn't exist.
 */
export function markOne(sql: DatabaseSync, id: string, change: LocalChange, log: Log | null): boolean {
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return false
  const before = { starred: row.starred === 1, archived: row.archived === 1, note: row.note }
  const { starred = before.starred, archived = before.archived, note = before.note } = change
  const after = { starred, archived, note }
  const given = originalTags(toRecord(row))
  const changes = parseTagChanges(row.tag_changes)
  const tags = addTagChange(changes, given, { add: change.addTags, remove: change.removeTags })
  write(sql, id, after, tags)
  const was = applyTagChanges(given, changes)
  const is = applyTagChanges(given, tags ?? { added: [], removed: [] })
  const done: LinkChange = {
    ...(after.starred === before.starred ? {} : { starred: before.starred }),
    ...(after.archived === before.archived ? {} : { archived: before.archived }),
    ...tagDifference(was, is),
  }
  if (log && Object.keys(done).length > 0) log.journal.note(log.changeId, id, done)
  return true
}

/** Undoes a change to a link. Later changes to other data are kept. */
export function unmarkOne(sql: DatabaseSync, id: string, done: LinkChange): boolean {
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return false
  const { starred = row.starred === 1, archived = row.archived === 1 } = done
  const more = { add: done.removedTags ?? [], remove: done.addedTags ?? [] }
  const tags = addTagChange(parseTagChanges(row.tag_changes), originalTags(toRecord(row)), more)
  write(sql, id, { starred, archived, note: row.note }, tags)
  return true
}

function tagDifference(was: readonly string[], is: readonly string[]): LinkChange {
  const addedTags = is.filter((tag) => !was.includes(tag))
  const removedTags = was.filter((tag) => !is.includes(tag))
  return {
    ...(addedTags.length > 0 ? { addedTags } : {}),
    ...(removedTags.length > 0 ? { removedTags } : {}),
  }
}

interface Kept {
  starred: boolean
  archived: boolean
  note: LinkRow['note']
}

function write(sql: DatabaseSync, id: string, { starred, archived, note }: Kept, tags: object | null): void {
  sql
    .prepare('UPDATE links SET starred = ?, archived = ?, note = ?, tag_changes = ? WHERE id = ?')
    .run(starred ? 1 : 0, archived ? 1 : 0, note || null, tags && JSON.stringify(tags), id)
}
