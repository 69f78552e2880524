import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import type { SavedView } from '../../contract/app/library/savedView.ts'
import { LibraryReadOnlyError } from '../folder/storageProblem.ts'
import type { Database } from './openDatabase.ts'
import { selectRows, tableColumns } from './tableRows.ts'

export interface SavedViews {
  /** Sorted by name. */
  list: () => SavedView[]
  /** Saves a view. Returns false if it is new and the maximum is reached. */
  save: (view: SavedView) => boolean
  remove: (id: string) => void
}

/**
 * Stores views in the library's database, so that backups include them. Read-only if the library is from a
 * newer version.
 */
export function createSavedViews({ sql, writable }: Database): SavedViews {
  const write = (statement: string, ...values: (string | number)[]) => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    return Number(sql.prepare(statement).run(...values).changes)
  }
  return {
    list: () =>
      selectRows(
        sql,
        tableColumns.saved_views,
        'FROM saved_views ORDER BY name COLLATE NOCASE, id LIMIT ?',
      ).all(maxSavedViews),
    save: ({ id, name, query }) =>
      write(
        `INSERT INTO saved_views (id, name, query) SELECT ?1, ?2, ?3
         WHERE EXISTS (SELECT 1 FROM saved_views WHERE id = ?1) OR (SELECT count(*) FROM saved_views) < ?4
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query`,
        id,
        name,
        query,
        maxSavedViews,
      ) > 0,
    remove: (id) => void write('DELETE FROM saved_views WHERE id = ?', id),
  }
}
