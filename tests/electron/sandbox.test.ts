import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

let testFolder: TestFolder
beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

test.each<[string, NodeJS.ProcessEnv, string[]]>([
  ['--no-sandbox, as an AppImage on Ubuntu is started', {}, ['--no-sandbox']],
  ['ELECTRON_DISABLE_SANDBOX', { ELECTRON_DISABLE_SANDBOX: '1' }, []],
])('the window opens with %s', async (_name, env, args) => {
  const desktop = testFolder.boot({ env, args })
  await desktop.ask('untilLoaded')
  const { windows, errorBoxes } = await desktop.ask('journal')
  expect(windows.map(({ loaded }) => loaded)).toEqual([['app://linkwright/']])
  expect(errorBoxes).toEqual([])
})
