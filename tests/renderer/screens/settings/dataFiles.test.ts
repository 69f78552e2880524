import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppLinkStore } from '../../../../core/appLinks/store.ts'
import { emptySettings } from '../../../../core/settings/shape.ts'
import { openRulesCache } from '../../../../core/sharing/rulesCache.ts'
import { dataFiles } from '../../../../renderer/screens/settings/dataFiles.ts'
import { removeFolder, startApp, temporaryFolder } from '../../../core/harness/app.ts'
import type { App } from '../../../core/harness/app.ts'
import { createInput } from '../../../core/harness/profile.ts'

let app: App
let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

test('every file the app writes is listed, and every listed file is written', async () => {
  const { id } = await app.get('profiles.tryLocal', {})
  await app.get('links.create', createInput({ profileId: id, environment: 'development' }))
  app.core.reportBug('app.state', new Error('for the log'))
  app.core.recordUncaughtError('exception', new Error('for the report'))
  app.core.announce('http://127.0.0.1:1/')
  await saveChecks(folder)
  const listedNames = dataFiles.map(({ name }) => name).filter((name) => !/\/$|^…/.test(name))
  // Settings are briefly written to a temporary file next to their own.
  await expect.poll(() => listFiles(folder)).toEqual(listedNames.sort())
})

/** Saves what the app reads from other computers: the files of a link's domain and the rules of a service. */
async function saveChecks(path: string): Promise<void> {
  const emptyFile = { ok: true, contentType: null, text: '' } as const
  const files = {
    host: 'go.example.com',
    checkedAt: new Date().toISOString(),
    ios: emptyFile,
    android: emptyFile,
  }
  await openAppLinkStore(path).save(files)
  const rules = { baseUrl: 'https://links.example.com', etag: null, text: null, readAt: files.checkedAt }
  await openRulesCache(path, { get: () => emptySettings }).set('profile', rules)
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name !== 'backups' && !/-(wal|shm|journal)$/.test(name)).sort()
}
