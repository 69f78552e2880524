import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { appJsonText, type LinkEntry, type PresetEntry } from '../../../contract/app/library/linkFile.ts'
import { maxSavedViews } from '../../../contract/service/rules/viewLimits.ts'
import type { SavedView } from '../../../contract/app/library/savedView.ts'
import { toLinkRow } from '../linkEntry.ts'
import type { LinkRow } from '../linkRow.ts'
import { isRejectedRow } from '../mergeLibrary.ts'

/** Restores entries of our own export. Existing ones stay unchanged. */
export interface Entries {
  hasLink: (id: string) => boolean
  /** Adds a link. Returns whether it was new; `null` if the library can't store it. */
  add: (entry: LinkEntry) => boolean | null
  addPreset: (preset: PresetEntry) => void
  /** Adds a saved view. Returns false if there are too many. */
  addView: (view: SavedView) => boolean
}

export function createEntries(sql: DatabaseSync): Entries {
  const selectLink = sql.prepare('SELECT 1 FROM links WHERE id = ?')
  const insert = createInsert(sql)
  const insertPreset = sql.prepare(
    'INSERT OR IGNORE INTO presets (id, name, form, saved_at) VALUES (?, ?, ?, ?)',
  )
  const insertDefault = sql.prepare(
    'INSERT OR IGNORE INTO preset_defaults (profile_id, preset_id) VALUES (?, ?)',
  )
  const insertCheck = sql.prepare(
    'INSERT OR IGNORE INTO checks (link, first_at, last_at, times, outcome, changes) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const hasView = sql.prepare('SELECT 1 FROM saved_views WHERE id = ?')
  const insertView = sql.prepare(
    `INSERT INTO saved_views (id, name, query) SELECT ?, ?, ? WHERE (SELECT count(*) FROM saved_views) < ${maxSavedViews}`,
  )
  const addChecks = ({ id, checks = [] }: LinkEntry) => {
    for (const { firstAt, lastAt, times, outcome, changes } of checks) {
      insertCheck.run(id, firstAt, lastAt, times, outcome, appJsonText(changes))
    }
  }
  return {
    hasLink: (id) => selectLink.get(id) !== undefined,
    add: (entry) => {
      try {
        const isAdded = insert(toLinkRow(withoutPending(entry)))
        if (isAdded) addChecks(entry)
        return isAdded
      } catch (error) {
        if (isRejectedRow(error)) return null
        throw error
      }
    },
    addPreset: ({ id, name, form, savedAt, defaultOf = [] }) => {
      const { changes } = insertPreset.run(id, name, form === null ? 'null' : appJsonText(form), savedAt)
      if (Number(changes) > 0) for (const profile of defaultOf) insertDefault.run(profile, id)
    },
    addView: ({ id, name, query }) =>
      hasView.get(id) !== undefined || Number(insertView.run(id, name, query).changes) > 0,
  }
}

function createInsert(sql: DatabaseSync): (row: LinkRow) => boolean {
  let statement: StatementSync | null = null
  return (row) => {
    const columns = Object.keys(row)
    statement ??= sql.prepare(
      `INSERT OR IGNORE INTO links (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    return Number(statement.run(...Object.values(row)).changes) > 0
  }
}

/**
 * A pending or unknown create is repeated only when the user asks: its row may have been sent again since, and a file
 * must not make the app send what it contains.
 */
function withoutPending(entry: LinkEntry): LinkEntry {
  if (entry.state === 'unknown') return { ...entry, settlesByItself: false }
  if (entry.state !== 'pending') return entry
  return { ...entry, state: 'unknown', settlesByItself: false, problem: { code: 'create_unknown' } }
}
