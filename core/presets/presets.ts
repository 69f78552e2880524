import type { Preset } from '../../contract/app/calls/runs/presets.ts'
import { parseForm } from '../library/linkRow.ts'
import type { Database } from '../library/openDatabase.ts'
import { selectObjects, selectRows, tableColumns } from '../library/tableRows.ts'
import { deleteRows, saveRow, write } from '../library/writing.ts'

export type Presets = ReturnType<typeof createPresets>

/** Stores presets in the library's database. */
export function createPresets(database: Database) {
  const { sql } = database
  return {
    /** Sorted by name. */
    list: (): Preset[] =>
      selectObjects(sql, tableColumns.presets, 'FROM presets ORDER BY name COLLATE NOCASE, id')
        .all()
        .map((preset) => ({ ...preset, form: parseForm(preset.form) })),
    save: ({ id, name, form }: Omit<Preset, 'savedAt'>) => {
      const row = { id, name, form: JSON.stringify(form), saved_at: new Date().toISOString() }
      write(database, () => saveRow(sql, 'presets', 'id', row))
    },
    remove: (id: string) =>
      write(database, () => {
        deleteRows(sql, 'preset_defaults', 'preset_id', id)
        deleteRows(sql, 'presets', 'id', id)
      }),
    /** Profile → preset. */
    defaults: (): Record<string, string> =>
      Object.fromEntries(
        selectRows(sql, tableColumns.preset_defaults, 'FROM preset_defaults')
          .all()
          .map((row) => [row.profile_id, row.preset_id]),
      ),
    /** Sets or removes the default of a profile. A preset that doesn't exist changes nothing. */
    setDefault: (profileId: string, presetId: string | null) =>
      write(database, () => {
        if (presetId === null) deleteRows(sql, 'preset_defaults', 'profile_id', profileId)
        else if (sql.prepare('SELECT 1 FROM presets WHERE id = ?').get(presetId))
          saveRow(sql, 'preset_defaults', 'profile_id', { profile_id: profileId, preset_id: presetId })
      }),
  }
}
