import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { appJsonText, type LinkEntry, type PresetEntry } from '../../../contract/app/library/linkFile.ts'
import { maxSavedViews } from '../../../contract/service/rules/viewLimits.ts'
import type { SavedView } from '../../../contract/app/library/savedView.ts'
import { toLinkRow } from '../linkEntry.ts'
import { isRejectedRow } from '../mergeLibrary.ts'
import { insertSql } from '../writing.ts'

export type Entries = ReturnType<typeof createEntries>

/** Restores entries of our own export. Existing ones stay unchanged. */
export function createEntries(sql: DatabaseSync) {
  const selectLink = sql.prepare('SELECT 1 FROM links WHERE id = ?')
  const hasView = sql.prepare('SELECT 1 FROM saved_views WHERE id = ?')
  const insertView = sql.prepare(
    `INSERT INTO saved_views (id, name, query) SELECT ?, ?, ? WHERE (SELECT count(*) FROM saved_views) < ${maxSavedViews}`,
  )
  const insertRow = createInserter(sql)
  const addChecks = ({ id, checks = [] }: LinkEntry) => {
    for (const { firstAt, lastAt, times, outcome, changes } of checks) {
      const row = { link: id, first_at: firstAt, last_at: lastAt, times, outcome }
      insertRow('checks', { ...row, changes: appJsonText(changes) })
    }
  }
  return {
    hasLink: (id: string) => selectLink.get(id) !== undefined,
    /** Adds a link. Returns whether it was new; `null` if the library can't store it. */
    add: (entry: LinkEntry): boolean | null => {
      try {
        const isAdded = insertRow('links', toLinkRow(withoutPending(entry)))
        if (isAdded) addChecks(entry)
        return isAdded
      } catch (error) {
        if (isRejectedRow(error)) return null
        throw error
      }
    },
    addPreset: ({ id, name, form, savedAt, defaultOf = [] }: PresetEntry) => {
      const text = form === null ? 'null' : appJsonText(form)
      if (insertRow('presets', { id, name, form: text, saved_at: savedAt }))
        for (const profile of defaultOf) insertRow('preset_defaults', { profile_id: profile, preset_id: id })
    },
    /** Adds a saved view. Returns false if there are too many. */
    addView: ({ id, name, query }: SavedView) =>
      hasView.get(id) !== undefined || Number(insertView.run(id, name, query).changes) > 0,
  }
}

/** Returns a function that inserts a row unless there is one with its key. It returns whether it was inserted. */
function createInserter(sql: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  return (table: string, row: Readonly<Record<string, SQLInputValue>>): boolean => {
    const statement =
      statements.get(table) ?? sql.prepare(insertSql(table, Object.keys(row), 'INSERT OR IGNORE'))
    statements.set(table, statement)
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
