import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../core/library/migrations/all.ts'
import { selectObjects, selectRows, tableColumns } from '../../../core/library/tableRows.ts'

let sql: DatabaseSync
beforeEach(() => {
  sql = new DatabaseSync(':memory:')
  for (const step of migrations) sql.exec(step)
})
afterEach(() => sql.close())

/** Returns the kind of a column in the schema, ignoring the meaning of its texts. */
function kindOf({ type, notnull, pk }: Record<string, unknown>): string {
  const kind = type === 'INTEGER' ? 'integer' : 'text'
  // SQLite allows NULL in a primary key of text, but the app always writes one.
  return notnull === 1 || pk !== 0 ? kind : `${kind}OrNull`
}

const kindOfName: Record<string, string> = {
  recordState: 'text',
  changeState: 'text',
  environment: 'text',
  runState: 'text',
  rowState: 'text',
}

test.each(Object.entries(tableColumns))(
  'the types of read columns match the STRICT table %s',
  (table, columns) => {
    const stored: Record<string, string> = Object.fromEntries(
      sql
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map((column) => [String(column['name']), kindOf(column)] as const),
    )
    const read = Object.entries<string>(columns).map(([name, kind]) => [name, kindOfName[kind] ?? kind])
    expect(stored).toMatchObject(Object.fromEntries(read))
    expect(sql.prepare('SELECT strict FROM pragma_table_list(?)').get(table)).toEqual({ strict: 1 })
  },
)

test('a query of rows selects exactly its columns', () => {
  sql.exec(`INSERT INTO saved_views VALUES ('a', 'Mine', '{}'), ('b', 'Yours', '{}')`)
  const query = selectRows(sql, { name: 'text', id: 'text' }, 'FROM saved_views WHERE id >= ? ORDER BY id')
  expect(query.all('a')).toEqual([
    { name: 'Mine', id: 'a' },
    { name: 'Yours', id: 'b' },
  ])
  expect(query.get('b')).toEqual({ name: 'Yours', id: 'b' })
  expect(query.get('c')).toBeUndefined()
  expect([...query.iterate('b')]).toEqual([{ name: 'Yours', id: 'b' }])
})

test('a query of objects names their properties after the columns', () => {
  sql.exec(`INSERT INTO drafts (id, form, saved_at) VALUES ('a', '{}', '2026-11-22')`)
  expect(selectObjects(sql, tableColumns.drafts, 'FROM drafts').all()).toEqual([
    { id: 'a', form: '{}', savedAt: '2026-11-22' },
  ])
})
