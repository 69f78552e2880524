import type { DatabaseSync } from 'node:sqlite'
import { ownJsonText } from '../../../contract/library/linkFile.ts'
import type { LinkEntry, PresetEntry } from '../../../contract/library/linkFile.ts'
import { isRefused } from '../takeOver.ts'

/** Puts entries of our own export back as they were. What is there already stays as it is. */
export interface Entries {
  hasLink: (id: string) => boolean
  /** Whether it was added; `null` for one that the library cannot hold. */
  add: (entry: LinkEntry) => boolean | null
  addPreset: (preset: PresetEntry) => void
}

const columns = [
  ...['id', 'state', 'profile_id', 'profile_name', 'environment', 'created_at', 'link', 'path', 'request'],
  ...['answer', 'differences', 'checked_at', 'problem', 'promoted_from', 'settles_by_itself', 'added'],
  ...['starred', 'archived', 'note', 'tag_changes'],
]

export function createEntries(sql: DatabaseSync): Entries {
  const known = sql.prepare('SELECT 1 FROM links WHERE id = ?')
  const insert = sql.prepare(
    `INSERT OR IGNORE INTO links (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const insertPreset = sql.prepare(
    'INSERT OR IGNORE INTO presets (id, name, form, saved_at) VALUES (?, ?, ?, ?)',
  )
  const insertDefault = sql.prepare(
    'INSERT OR IGNORE INTO preset_defaults (profile_id, preset_id) VALUES (?, ?)',
  )
  return {
    hasLink: (id) => known.get(id) !== undefined,
    add: (entry) => {
      try {
        return Number(insert.run(...valuesOf(entry)).changes) > 0
      } catch (error) {
        if (isRefused(error)) return null
        throw error
      }
    },
    addPreset: ({ id, name, form, savedAt, defaultOf = [] }) => {
      const { changes } = insertPreset.run(id, name, form === null ? 'null' : ownJsonText(form), savedAt)
      if (Number(changes) > 0) for (const profile of defaultOf) insertDefault.run(profile, id)
    },
  }
}

function valuesOf(given: LinkEntry): (string | number | null)[] {
  const entry = ended(given)
  const json = (value: LinkEntry['request']) => (value === undefined ? null : ownJsonText(value))
  return [
    ...[entry.id, entry.state, entry.profileId, entry.profileName, entry.environment, entry.createdAt],
    ...[entry.link ?? null, entry.path ?? null, json(entry.request), entry.answer ?? null],
    ...[json(entry.differences), entry.checkedAt ?? null, json(entry.problem), entry.promotedFrom ?? null],
    entry.settlesByItself === false ? 0 : 1,
    ...[entry.added, entry.starred, entry.archived].map((flag) => (flag ? 1 : 0)),
    ...[entry.note ?? null, json(entry.tagChanges)],
  ]
}

/** Of a create that was under way when the file was written nobody here will hear the end. */
function ended(entry: LinkEntry): LinkEntry {
  if (entry.state !== 'pending') return entry
  return { ...entry, state: 'unknown', problem: { code: 'create_unknown' } }
}
