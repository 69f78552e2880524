import type { DatabaseSync } from 'node:sqlite'
import { createLinkFileWriter, toAppJson } from '../../../contract/app/library/linkFile.ts'
import type { CheckEntry, PresetEntry } from '../../../contract/app/library/linkFile.ts'
import type { SavedView } from '../../../contract/app/library/savedView.ts'
import { toLinkEntry } from '../linkEntry.ts'
import type { LinkRow } from '../linkRow.ts'
import { selectObjects, selectRows, tableColumns } from '../tableRows.ts'

interface LibraryParts {
  app: string
  presets: readonly PresetEntry[]
  views: readonly SavedView[]
  /** Returns the checks of a link, oldest first. */
  readChecks: (id: string) => CheckEntry[]
}

/** Yields links, presets and saved views in the format of `contract/app/library/linkFile.ts`, in batches. */
export function* createLinkFilePieces(
  batches: Iterable<LinkRow[]>,
  { app, presets, views, readChecks }: LibraryParts,
): Generator<{ text: string; links: number }> {
  const file = createLinkFileWriter({ app, madeAt: new Date().toISOString() })
  yield { text: file.begin(), links: 0 }
  for (const rows of batches) {
    yield {
      text: rows.map((row) => file.entry(toLinkEntry(row, readChecks(row.id)))).join(''),
      links: rows.length,
    }
  }
  if (presets.length > 0) {
    yield { text: file.section('presets') + presets.map((preset) => file.entry(preset)).join(''), links: 0 }
  }
  if (views.length > 0) {
    yield { text: file.section('views') + views.map((view) => file.entry(view)).join(''), links: 0 }
  }
  yield { text: file.end(), links: 0 }
}

/** Returns the presets of a library, each with the profiles that use it as default. */
export function readPresets(sql: DatabaseSync): PresetEntry[] {
  const defaults = selectRows(
    sql,
    tableColumns.preset_defaults,
    'FROM preset_defaults ORDER BY profile_id',
  ).all()
  return selectObjects(sql, tableColumns.presets, 'FROM presets ORDER BY name COLLATE NOCASE, id')
    .all()
    .map((preset) => {
      const defaultOf = defaults.flatMap((entry) => (entry.preset_id === preset.id ? [entry.profile_id] : []))
      return { ...preset, form: toAppJson(preset.form), ...(defaultOf.length > 0 ? { defaultOf } : {}) }
    })
}

/** Returns a function that reads the checks of a link. */
export function createCheckReader(sql: DatabaseSync): LibraryParts['readChecks'] {
  const query = selectObjects(sql, tableColumns.checks, 'FROM checks WHERE link = ? ORDER BY first_at')
  return (id) => query.all(id).map((check) => ({ ...check, changes: toAppJson(check.changes) }))
}
