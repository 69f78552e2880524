import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppState } from '../../../contract/app/calls/app/app.ts'
import type { Result } from '../../../contract/app/problems/result.ts'
import type { Desktop } from '../standin/boot.ts'
import { createTestFolder } from '../standin/testFolder.ts'
import type { TestFolder } from '../standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
let testFolder: TestFolder
let resources: string
let desktop: Desktop
beforeEach(async () => {
  testFolder = await createTestFolder()
  resources = await mkdtemp(join(tmpdir(), 'linkwright-resources-'))
})
afterEach(async () => {
  await testFolder.cleanUp()
  await rm(resources, { recursive: true })
})

async function start(): Promise<void> {
  const env = {
    STANDIN_PACKAGED: '1',
    STANDIN_RESOURCES: resources,
    APPIMAGE: join(resources, 'Linkwright.AppImage'),
  }
  desktop = await testFolder.start({ env })
}

async function noUpdates(): Promise<string | null | undefined> {
  const state = (await desktop.ask('invoke', page, ['app.state', {}])) as Result<AppState>
  return state.ok ? state.value.desktop?.noUpdates : undefined
}

test('a packed app without an update feed has no menu item for updates, and says why', async () => {
  await start()
  expect(await noUpdates()).toBe('This build has no update address.')
  await expect(desktop.ask('pick', 'Check for Updates…')).rejects.toThrow('has no "Check for Updates…"')
})

test.skipIf(process.platform === 'win32')(
  'the packed library is loaded on demand, and its error is reported',
  async () => {
    await writeFile(
      join(resources, 'app-update.yml'),
      'provider: generic\nurl: https://127.0.0.1:9/\nupdaterCacheDirName: c\n',
    )
    await start()
    expect(await noUpdates()).toBeNull()
    await desktop.ask('pick', 'Check for Updates…')
    const boxes = async () => (await desktop.ask('journal')).messageBoxes
    await expect.poll(boxes).toMatchObject([{ message: 'The update didn’t work', buttons: ['OK'] }])
    expect(await readFile(join(testFolder.path, 'errors.log'), 'utf8')).toContain('ECONNREFUSED 127.0.0.1:9')
  },
)
