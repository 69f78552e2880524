import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const keys = 'CommandOrControl+Shift+L'
let testFolder: TestFolder
let desktop: Desktop

beforeEach(async () => {
  testFolder = await createTestFolder()
  desktop = await testFolder.start({ env: { STANDIN_TAKEN_KEYS: 'CommandOrControl+Alt+L' } })
})
afterEach(() => testFolder.cleanUp())

async function get<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const result = (await desktop.ask('invoke', page, [name, input])) as Result<CallOutput<N>>
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
  return result.value
}

const journal = () => desktop.ask('journal')

test('the icon and the keys open the quick form, only while they are chosen', async () => {
  expect(await journal()).toMatchObject({ tray: null, shortcuts: [] })
  await get('app.setPreferences', { tray: true, quickKeys: keys })
  expect(await journal()).toMatchObject({ tray: ['New Link', 'Look Up a Link'], shortcuts: [keys] })
  await desktop.ask('pressKeys', keys)
  expect(await desktop.ask('take', page)).toBe('/new')
  await desktop.ask('clickTray')
  expect(await desktop.ask('take', page)).toBe('/new')
  expect((await get('app.state', {})).quickAccess).toEqual({ problem: null })
  await get('app.setPreferences', { tray: false, quickKeys: null })
  expect(await journal()).toMatchObject({ tray: null, shortcuts: [] })
})

test('the choice applies again when the app starts', async () => {
  await get('app.setPreferences', { tray: true, quickKeys: keys })
  await desktop.ask('closeWindow')
  await desktop.exited
  desktop = await testFolder.start()
  expect(await journal()).toMatchObject({ tray: ['New Link', 'Look Up a Link'], shortcuts: [keys] })
})

test('keys of another program are reported in a sentence, until other ones are chosen', async () => {
  await get('app.setPreferences', { quickKeys: 'CommandOrControl+Alt+L' })
  expect((await get('app.state', {})).quickAccess?.problem).toBe(
    'Another program uses these keys, so choose other ones.',
  )
  await get('app.setPreferences', { quickKeys: 'CommandOrControl+Alt+N' })
  expect((await get('app.state', {})).quickAccess?.problem).toBeNull()
  expect((await journal()).shortcuts).toEqual(['CommandOrControl+Alt+N'])
})

test('a run that ends in the background is announced, and its notification opens it', async () => {
  const { id: profileId } = await get('profiles.tryLocal', {})
  const runOf = async () => {
    const id = randomUUID()
    const target = { profileId, environment: 'development' } as const
    const lists = [{ name: 'Title', values: [id] }]
    await get('runs.prepare', { id, ...target, source: { kind: 'lists', lists } })
    await get('runs.move', { event: 'start', id, count: 1 })
    await expect.poll(async () => (await get('runs.get', { id })).run.state).toBe('done')
    return id
  }
  await runOf()
  expect((await journal()).notifications).toEqual([])
  await desktop.ask('minimizeWindow')
  const id = await runOf()
  const announced = [{ title: 'Creating links', body: '1 link created.' }]
  await expect.poll(async () => (await journal()).notifications).toEqual(announced)
  await desktop.ask('clickNotification')
  expect(await desktop.ask('take', page)).toBe(`/bulk/${id}`)
  await desktop.ask('minimizeWindow')
  await get('app.setPreferences', { notifies: false })
  await runOf()
  expect((await journal()).notifications).toEqual(announced)
})
