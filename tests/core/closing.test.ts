import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'

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

const profile = { name: 'Acme', baseUrl: 'https://links.example.com', linkHosts: [] }

test('a running call is finished before the app closes', async () => {
  const saved = app.get('profiles.save', { profile, key: 'a-key-of-some-length' })
  await app.core.close()
  const kept = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')) as { profiles: unknown[] }
  expect(kept.profiles).toMatchObject([{ name: 'Acme' }])
  expect(await saved).toMatchObject({ name: 'Acme' })
})
