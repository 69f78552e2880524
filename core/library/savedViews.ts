import { maxSavedViews } from '../../contract/library/savedView.ts'
import type { SavedView } from '../../contract/library/savedView.ts'
import { LibraryReadOnlyError } from '../folder/storageProblem.ts'
import type { Database } from './openDatabase.ts'

export interface SavedViews {
  /** By name. */
  list: () => SavedView[]
  /** Whether it was saved: a new one is not when there are as many as may be. */
  save: (view: SavedView) => boolean
  remove: (id: string) => void
}

/** Views in the library's database, so that backups have them; of a library from a newer version they can only be read. */
export function createSavedViews({ sql, writable }: Database): SavedViews {
  const write = (statement: string, ...values: (string | number)[]) => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    return Number(sql.prepare(statement).run(...values).changes)
  }
  return {
    list: () =>
      sql
        .prepare('SELECT id, name, query FROM saved_views ORDER BY name COLLATE NOCASE, id LIMIT ?')
        .all(maxSavedViews)
        .map((row) => ({
          id: row['id'] as string,
          name: row['name'] as string,
          query: row['query'] as string,
        })),
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
