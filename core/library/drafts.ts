import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import type { Database } from './openDatabase.ts'
import { LibraryReadOnlyError } from '../folder/storageProblem.ts'
import { parseForm } from './linkRow.ts'
import { selectRows, tableColumns } from './tableRows.ts'

export interface Drafts {
  /** Most recently edited first. */
  list: () => Draft[]
  save: (draft: Omit<Draft, 'savedAt'>) => void
  remove: (id: string) => void
}

export function createDrafts({ sql, writable }: Database): Drafts {
  const write = (statement: string, ...values: string[]) => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    sql.prepare(statement).run(...values)
  }
  return {
    list: () =>
      selectRows(sql, tableColumns.drafts, 'FROM drafts ORDER BY saved_at DESC, id')
        .all()
        .map(({ id, form, saved_at: savedAt }) => ({ id, form: parseForm(form), savedAt })),
    save: ({ id, form }) =>
      write(
        `INSERT INTO drafts (id, form, saved_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at`,
        id,
        JSON.stringify(form),
        new Date().toISOString(),
      ),
    remove: (id) => write('DELETE FROM drafts WHERE id = ?', id),
  }
}
