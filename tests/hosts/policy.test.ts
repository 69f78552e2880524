import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { startLoopback } from '../../loopback/main.ts'
import { createTestFolder } from '../electron/standin/testFolder.ts'
import type { TestFolder } from '../electron/standin/testFolder.ts'

const windowFolder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')
let testFolder: TestFolder
let folder: string
let file: string
beforeEach(async () => {
  testFolder = await createTestFolder()
  folder = await mkdtemp(join(tmpdir(), 'linkwright-policy-'))
  file = join(folder, 'policy.json')
  const profiles = [{ name: 'Acme', baseUrl: 'https://links.example.com' }]
  await writeFile(file, JSON.stringify({ profiles, updates: false, keyStore: 'memory', colour: 'blue' }))
})
afterEach(async () => {
  await testFolder.cleanUp()
  await rm(folder, { recursive: true })
})

const expected = {
  ok: true,
  value: {
    managed: ['profiles', 'updates', 'keyStore'],
    profiles: [{ name: 'Acme', managed: true }],
    notices: [{ title: 'Your organization’s policy has a mistake' }],
  },
}

test.runIf(process.platform === 'linux')('the desktop app follows the policy file', async () => {
  const resources = join(folder, 'app-update.yml')
  await writeFile(resources, 'provider: generic\nurl: https://127.0.0.1:9/\n')
  const desktop = await testFolder.start({
    env: {
      STANDIN_POLICY: file,
      STANDIN_PACKAGED: '1',
      STANDIN_RESOURCES: folder,
      APPIMAGE: '/opt/Linkwright.AppImage',
    },
  })
  const page = { origin: 'app://linkwright', main: true }
  const state = (await desktop.ask('invoke', page, ['app.state', {}])) as Result<AppState>
  expect(state).toMatchObject(expected)
  expect(state.ok && state.value.desktop?.noUpdates).toBe('Updates are turned off by your administrator.')
  await desktop.ask('pick', 'Check for Updates…')
  const readMessageBoxes = async () => (await desktop.ask('journal')).messageBoxes
  await expect.poll(readMessageBoxes).toMatchObject([{ message: 'Updates are off' }])
})

test('the browser host follows the policy file', async () => {
  const policyLocations = [{ kind: 'file' as const, file }]
  const app = await startLoopback({
    dataFolder: testFolder.path,
    windowFolder,
    port: 0,
    policyLocations,
  })
  const { origin, hash } = new URL(app.address)
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const response = await fetch(`${origin}/call/app.state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-linkwright-token': token, origin },
    body: '{}',
  })
  expect(await response.json()).toMatchObject(expected)
  await app.close()
})
