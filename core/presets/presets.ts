import type { Preset } from '../../contract/app/calls/runs/presets.ts'
import type { Database } from '../library/openDatabase.ts'
import { LibraryReadOnlyError } from '../folder/storageProblem.ts'
import { parseForm } from '../library/linkRow.ts'

export interface Presets {
  /** Sorted by name. */
  list: () => Preset[]
  save: (preset: Omit<Preset, 'savedAt'>) => void
  remove: (id: string) => void
  /** Profile → preset. */
  defaults: () => Record<string, string>
  setDefault: (profileId: string, presetId: string | null) => void
}

/** Stores presets in the library's database. Read-only if the library is from a newer version. */
export function createPresets({ sql, writable }: Database): Presets {
  const write = (statement: string, ...values: string[]) => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    sql.prepare(statement).run(...values)
  }
  return {
    list: () =>
      sql
        .prepare('SELECT id, name, form, saved_at FROM presets ORDER BY name COLLATE NOCASE, id')
        .all()
        .map((row) => ({
          id: row['id'] as string,
          name: row['name'] as string,
          form: parseForm(row['form']),
          savedAt: row['saved_at'] as string,
        })),
    save: ({ id, name, form }) =>
      write(
        `INSERT INTO presets (id, name, form, saved_at) VALUES (?, ?, ?, ?) ON CONFLICT (id)
         DO UPDATE SET name = excluded.name, form = excluded.form, saved_at = excluded.saved_at`,
        id,
        name,
        JSON.stringify(form),
        new Date().toISOString(),
      ),
    remove: (id) => {
      write('DELETE FROM preset_defaults WHERE preset_id = ?', id)
      write('DELETE FROM presets WHERE id = ?', id)
    },
    defaults: () =>
      Object.fromEntries(
        sql
          .prepare('SELECT profile_id, preset_id FROM preset_defaults')
          .all()
          .map((row) => [row['profile_id'] as string, row['preset_id'] as string]),
      ),
    setDefault: (profileId, presetId) => {
      if (presetId === null) {
        write('DELETE FROM preset_defaults WHERE profile_id = ?', profileId)
        return
      }
      write(
        `INSERT INTO preset_defaults (profile_id, preset_id) SELECT ?, id FROM presets WHERE id = ?
         ON CONFLICT (profile_id) DO UPDATE SET preset_id = excluded.preset_id`,
        profileId,
        presetId,
      )
    },
  }
}
