import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import type { Database } from './openDatabase.ts'
import { parseForm } from './linkRow.ts'
import { selectObjects, tableColumns } from './tableRows.ts'
import { deleteRows, saveRow, write } from './writing.ts'

export function createDrafts(database: Database) {
  const { sql } = database
  return {
    /** Most recently edited first. */
    list: (): Draft[] =>
      selectObjects(sql, tableColumns.drafts, 'FROM drafts ORDER BY saved_at DESC, id')
        .all()
        .map((draft) => ({ ...draft, form: parseForm(draft.form) })),
    save: ({ id, form }: Omit<Draft, 'savedAt'>) => {
      const row = { id, form: JSON.stringify(form), saved_at: new Date().toISOString() }
      write(database, () => saveRow(sql, 'drafts', 'id', row))
    },
    remove: (id: string) => write(database, () => deleteRows(sql, 'drafts', 'id', id)),
  }
}
