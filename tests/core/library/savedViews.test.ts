import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxSavedViews } from '../../../contract/service/rules/viewLimits.ts'
import { defaultLayout } from '../../../contract/app/library/layout.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createSavedViews } from '../../../core/library/savedViews.ts'
import { mergeLibrary } from '../../../core/library/mergeLibrary.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const list = () => app.get('views.list', {})
const restart = async () => {
  await app.core.close()
  app = await startApp(folder)
}

test('views are kept by name across a restart, changed by their id, and removed', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  await app.get('views.save', { id: a, name: ' summer ', query: 'q=summer&columns=tags.made' })
  await app.get('views.save', { id: b, name: 'Berlin', query: 'tag=berlin' })
  await restart()
  const summer = { id: a, name: 'summer', query: 'q=summer&columns=tags.made' }
  expect(await list()).toEqual([{ id: b, name: 'Berlin', query: 'tag=berlin' }, summer])
  await app.get('views.save', { id: b, name: 'Zürich', query: 'tag=zurich' })
  expect(await list()).toEqual([summer, { id: b, name: 'Zürich', query: 'tag=zurich' }])
  await app.get('views.remove', { id: a })
  expect(await list()).toEqual([{ id: b, name: 'Zürich', query: 'tag=zurich' }])
})

test('a view without a name, or with a name or parameters that are too long, is rejected at its field', async () => {
  const view = { id: randomUUID(), name: 'a', query: '' }
  for (const [field, value] of [
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['query', 'x'.repeat(10_001)],
  ] as const) {
    const problem = await app.problem('views.save', { ...view, [field]: value })
    expect(problem.code).toBe('invalid_input')
    expect(Object.keys(problem.fields ?? {})).toEqual([field])
  }
  expect(await list()).toEqual([])
})

test('a view beyond the maximum is rejected, and existing views can still be changed', async () => {
  const ids = Array.from({ length: maxSavedViews }, () => randomUUID())
  for (const [at, id] of ids.entries()) await app.get('views.save', { id, name: `View ${at}`, query: '' })
  const problem = await app.problem('views.save', { id: randomUUID(), name: 'One more', query: '' })
  expect(problem.fields?.['name']).toContain('100 saved views')
  await app.get('views.save', { id: ids[0] ?? '', name: 'Another name', query: 'q=a' })
  expect((await list()).map(({ name }) => name)).toContain('Another name')
  expect(await list()).toHaveLength(maxSavedViews)
})

test('a backup contains saved views and restores missing ones', async () => {
  const otherFolder = await temporaryFolder()
  try {
    const id = randomUUID()
    const backup = openLibrary(otherFolder, createNotices())
    createSavedViews(backup).save({ id, name: 'Kept', query: 'starred=yes' })
    backup.sql.close()
    await app.core.close()
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec('DELETE FROM saved_views')
    sql.close()
    const library = openLibrary(folder, createNotices())
    mergeLibrary(join(otherFolder, 'library.db'), library.sql)
    expect(createSavedViews(library).list()).toEqual([{ id, name: 'Kept', query: 'starred=yes' }])
    library.sql.close()
    app = await startApp(folder)
  } finally {
    await removeFolder(otherFolder)
  }
})

test('columns and density are kept across a restart, and a damaged setting affects no other', async () => {
  expect(await app.get('views.layout', {})).toEqual(defaultLayout)
  await app.get('views.setLayout', { columns: ['note', 'tags'], density: 'compact', widths: { note: 300 } })
  await app.get('app.setPreferences', { copyAtOnce: true })
  await restart()
  expect(await app.get('views.layout', {})).toEqual({
    columns: ['note', 'tags'],
    density: 'compact',
    widths: { note: 300 },
  })
  await app.core.close()
  const file = join(folder, 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...settings, listLayout: { columns: 'all', density: 'huge' } }))
  app = await startApp(folder)
  expect(await app.get('views.layout', {})).toEqual(defaultLayout)
  expect((await app.get('app.state', {})).copyAtOnce).toBe(true)
})
