import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
let testFolder: TestFolder
let desktop: Desktop

beforeEach(async () => {
  testFolder = await createTestFolder()
  desktop = await testFolder.start()
})
afterEach(() => testFolder.cleanUp())

async function notices(): Promise<AppState['notices']> {
  const state = (await desktop.ask('invoke', page, ['app.state', {}])) as Result<AppState>
  return state.ok ? state.value.notices : []
}

test('an uncaught exception shuts the app down, shows a message, and is reported at the next start', async () => {
  const draft = { id: 'a-draft', form: { values: { title: 'Summer sale' } } }
  expect(await desktop.ask('invoke', page, ['drafts.save', draft])).toMatchObject({ ok: true })
  await desktop.ask('throwLater')
  const { code, journal } = await desktop.exited
  expect(code).toBe(1)
  const text = expect.stringContaining('Your links and drafts are kept.') as string
  expect(journal?.errorBoxes).toEqual([['Linkwright closed because of a bug', text]])
  expect(await readdir(testFolder.path)).not.toContain('instance.json')
  expect(await readFile(join(testFolder.path, 'errors.log'), 'utf8')).toContain('out of cheese')

  desktop = await testFolder.start()
  const [notice] = await notices()
  expect(notice).toMatchObject({ title: 'Linkwright closed because of a bug' })
  expect(notice?.report?.text).toContain('Error: out of cheese')
  expect(await desktop.ask('invoke', page, ['drafts.list', {}])).toMatchObject({ ok: true, value: [draft] })
})

test('an unhandled rejection is reported, and the app continues', async () => {
  await desktop.ask('rejectLater')
  await expect.poll(notices).toMatchObject([{ title: 'Something went wrong inside Linkwright' }])
  expect(await readFile(join(testFolder.path, 'errors.log'), 'utf8')).toContain('not awaited')
  expect((await desktop.ask('journal')).errorBoxes).toEqual([])
})
