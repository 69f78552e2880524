import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
let testFolder: TestFolder
beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

const sources = async (desktop: Desktop) => (await desktop.ask('journal')).themeSources

test('the system’s parts of the window follow the chosen appearance, even after a restart', async () => {
  const desktop = await testFolder.start()
  expect(await sources(desktop)).toEqual(['system'])
  await desktop.ask('invoke', page, ['app.setPreferences', { appearance: 'dark' }])
  expect(await sources(desktop)).toEqual(['system', 'dark'])
  desktop.signal('SIGTERM')
  await desktop.exited
  const restarted = await testFolder.start()
  const { themeSources, windows } = await restarted.ask('journal')
  expect(themeSources).toEqual(['dark'])
  expect(windows[0]?.options).toMatchObject({ backgroundColor: '#1a1b1e' })
})
