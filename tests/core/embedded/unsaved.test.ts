import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Host } from '../../../core/host.ts'
import { startEmbedded } from '../../../service/embedded/embedded.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

let app: App
let folder: string
let runningCount: number
const startCounted: Host['startEmbedded'] = async (options) => {
  const service = await startEmbedded(options)
  runningCount++
  const stop = async () => {
    runningCount--
    await service.stop()
  }
  return { ...service, stop }
}
beforeEach(async () => {
  runningCount = 0
  folder = await temporaryFolder()
  app = await startApp(folder, { startEmbedded: startCounted })
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

it('the embedded service doesn’t keep running unseen if its port can’t be saved', async () => {
  // The settings can't be written there.
  await mkdir(join(folder, 'settings.json'))
  expect(await app.problem('profiles.tryLocal', {})).toMatchObject({ code: 'embedded_not_started' })
  expect(runningCount).toBe(0)
  await rmdir(join(folder, 'settings.json'))
  await app.get('profiles.tryLocal', {})
  expect(runningCount).toBe(1)
})
