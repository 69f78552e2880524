import type { DatabaseSync } from 'node:sqlite'
import type { LocalChange, LocalVersion } from '../../../contract/app/calls/links/library.ts'
import { toRecord, type LinkRow } from '../linkRow.ts'
import { selectLinks } from '../tableRows.ts'
import { applyTagChanges, originalTags, parseTagChanges, addTagChange } from '../tags.ts'
import type { Journal, LinkChange } from './journal.ts'

/** Changes local data of a link. Returns what actually changed; `null` if the link doesn't exist. */
export function markOne(sql: DatabaseSync, id: string, change: LocalChange): LinkChange | null {
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return null
  const before = { starred: row.starred === 1, archived: row.archived === 1, note: row.note }
  const { starred = before.starred, archived = before.archived, note = before.note } = change
  const after = { starred, archived, note: note || null }
  const original = originalTags(toRecord(row))
  const changes = parseTagChanges(row.tag_changes)
  const tags = addTagChange(changes, original, { add: change.addTags, remove: change.removeTags })
  writeLocalData(sql, id, after, tags)
  const oldTags = applyTagChanges(original, changes)
  const newTags = applyTagChanges(original, tags ?? { added: [], removed: [] })
  return {
    ...(after.starred === before.starred ? {} : { starred: before.starred }),
    ...(after.archived === before.archived ? {} : { archived: before.archived }),
    ...(after.note === before.note ? {} : { note: before.note }),
    ...tagDifference(oldTags, newTags),
  }
}

/** Undoes the effect of a change to a link. Keeps later changes to other data. Returns `false` if the link doesn't exist. */
export function unmarkOne(sql: DatabaseSync, id: string, effect: LinkChange): boolean {
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return false
  const { starred = row.starred === 1, archived = row.archived === 1, note = row.note } = effect
  const reversal = { add: effect.removedTags ?? [], remove: effect.addedTags ?? [] }
  const tags = addTagChange(parseTagChanges(row.tag_changes), originalTags(toRecord(row)), reversal)
  writeLocalData(sql, id, { starred, archived, note }, tags)
  return true
}

/** Returns the local data of a link after each change in the history, newest first, and finally before the first. */
export function listVersions(sql: DatabaseSync, id: string, journal: Journal): LocalVersion[] {
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return []
  const original = originalTags(toRecord(row))
  const tags = applyTagChanges(original, parseTagChanges(row.tag_changes))
  let version = { starred: row.starred === 1, archived: row.archived === 1, note: row.note, tags }
  const versions: LocalVersion[] = []
  for (const { madeAt, effect } of journal.listByLink(id)) {
    const { starred = version.starred, archived = version.archived, note = version.note } = effect
    const { addedTags = [], removedTags = [] } = effect
    const remaining = version.tags.filter((tag) => !addedTags.includes(tag))
    const earlier = {
      ...{ starred, archived, note },
      tags: [...remaining, ...removedTags.filter((tag) => !remaining.includes(tag))],
    }
    // A note can be typed and deleted again in one edit.
    if (!isSameVersion(earlier, version)) versions.push({ since: madeAt, ...version })
    version = earlier
  }
  return versions.length === 0 ? [] : [...versions, { since: null, ...version }]
}

type LocalData = Omit<LocalVersion, 'since'>

function isSameVersion(one: LocalData, other: LocalData): boolean {
  const asText = ({ starred, archived, note, tags }: LocalData) =>
    JSON.stringify([starred, archived, note, tags.toSorted()])
  return asText(one) === asText(other)
}

/** A service can return thousands of tags, so this takes linear time. */
function tagDifference(oldTags: readonly string[], newTags: readonly string[]): LinkChange {
  const [oldSet, newSet] = [new Set(oldTags), new Set(newTags)]
  const addedTags = newTags.filter((tag) => !oldSet.has(tag))
  const removedTags = oldTags.filter((tag) => !newSet.has(tag))
  return {
    ...(addedTags.length > 0 ? { addedTags } : {}),
    ...(removedTags.length > 0 ? { removedTags } : {}),
  }
}

interface LocalValues {
  starred: boolean
  archived: boolean
  note: LinkRow['note']
}

function writeLocalData(
  sql: DatabaseSync,
  id: string,
  { starred, archived, note }: LocalValues,
  tags: object | null,
): void {
  sql
    .prepare('UPDATE links SET starred = ?, archived = ?, note = ?, tag_changes = ? WHERE id = ?')
    .run(starred ? 1 : 0, archived ? 1 : 0, note || null, tags && JSON.stringify(tags), id)
}
