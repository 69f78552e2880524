import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import type { SavedView } from '../../contract/app/library/savedView.ts'
import type { Database } from './openDatabase.ts'
import { countRows, selectRows, tableColumns } from './tableRows.ts'
import { deleteRows, saveRow, write } from './writing.ts'

export type SavedViews = ReturnType<typeof createSavedViews>

/** Stores views in the library's database, so that backups include them. */
export function createSavedViews(database: Database) {
  const { sql } = database
  const isSaved = (id: string) => sql.prepare('SELECT 1 FROM saved_views WHERE id = ?').get(id) !== undefined
  return {
    /** Sorted by name. */
    list: (): SavedView[] =>
      selectRows(
        sql,
        tableColumns.saved_views,
        'FROM saved_views ORDER BY name COLLATE NOCASE, id LIMIT ?',
      ).all(maxSavedViews),
    /** Saves a view. Returns false if it is new and the maximum is reached. */
    save: ({ id, name, query }: SavedView): boolean =>
      write(database, () => {
        const hasRoom = isSaved(id) || countRows(sql, 'FROM saved_views WHERE id <> ?', id) < maxSavedViews
        if (hasRoom) saveRow(sql, 'saved_views', 'id', { id, name, query })
        return hasRoom
      }),
    remove: (id: string) => write(database, () => deleteRows(sql, 'saved_views', 'id', id)),
  }
}
