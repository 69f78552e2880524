import { afterEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../../harness/app.ts'
import type { App } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import { insertRun } from '../../harness/runs.ts'

const sources = ['newsletter', 'newsletter', 'newsletter', 'newsleter', '']

let folder: string
let app: App
let id: string

/** Starts the app with a run whose table has an address and these further columns, and whose rows are checked. */
async function startWith(names: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  folder = await temporaryFolder()
  const { database } = testLibrary(folder)
  const table = rows.map((cells, index) => [`https://shop.example/${index}`, ...cells])
  id = insertRun(database, { header: ['URL', ...names], rows: table })
  database.sql.close()
  app = await startApp(folder)
}

afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const check = async () => {
  const { run } = await app.get('runs.get', { id })
  return await app.get('runs.map', { id, mapping: run.mapping })
}
const findCause = async (start: string) => {
  const { causes } = await app.get('runs.causes', { id })
  const cause = causes.find(({ text }) => text.startsWith(start))
  if (!cause) throw new Error(`No cause starts with ${start}.`)
  return cause
}
const columnOf = async (column: number) =>
  (await app.get('runs.rows', { id })).rows.map(({ cells }) => cells[column] ?? '')

it('a mistyped word is replaced by the meant one in all its rows, and back', async () => {
  await startWith(
    ['Source', 'Medium'],
    sources.map((source) => [source, 'email']),
  )
  await check()
  const typo = await findCause('Did you mean “newsletter”?')
  const examples = [{ before: 'newsleter', after: 'newsletter' }]
  expect(typo.fix).toEqual({ what: 'suggestions', rows: 1, examples })
  const { change } = await app.get('runs.fix', { id, what: 'suggestions', cause: typo.key })
  expect(await columnOf(1)).toEqual(['newsletter', 'newsletter', 'newsletter', 'newsletter', ''])
  await app.get('runs.restore', { id, change })
  expect(await columnOf(1)).toEqual(sources)
})

it('a table without mediums gets a column of them that follow from each source', async () => {
  await startWith(
    ['Source'],
    ['newsletter', 'newsletter', 'facebook', 'press'].map((source) => [source]),
  )
  await check()
  const missing = await findCause('Without a medium')
  expect(missing).toMatchObject({ kind: 'missing', field: 'tracking_medium', columns: [] })
  expect(missing.fix).toMatchObject({ what: 'channels', rows: 3 })
  expect(missing.fix?.examples).toEqual(['email', 'referral'].map((after) => ({ before: '', after })))
  const { run, change } = await app.get('runs.fix', { id, what: 'channels', cause: missing.key })
  expect(run).toMatchObject({ header: ['URL', 'Source', 'Medium'], checked: true, withWarnings: 0 })
  expect(await columnOf(2)).toEqual(['email', 'email', '', 'referral'])
  await app.get('runs.restore', { id, change })
  expect((await app.get('runs.get', { id })).run.withWarnings).toBe(3)
})
