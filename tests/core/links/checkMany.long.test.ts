import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Pause } from '../../../core/inFlight.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startAppProcess } from '../harness/appProcess.ts'
import { startChangingService } from '../harness/changingService.ts'
import type { ChangingService } from '../harness/changingService.ts'
import { createInput, testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'

/** Pauses that the app requested, in milliseconds. Each ends immediately. */
let requestedWaits: number[]
const recordingPause: Pause = (ms) => {
  requestedWaits.push(ms)
  return Promise.resolve()
}

let folder: string
let app: App
let service: ChangingService
beforeEach(async () => {
  requestedWaits = []
  folder = await temporaryFolder()
  service = await startChangingService()
  app = await startApp(folder, {}, { pause: recordingPause })
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

it('checking many links survives repeated crashes and checks each link once', async () => {
  const crashed = await temporaryFolder()
  const count = 24
  let running = await startAppProcess(crashed)
  try {
    const profile = { name: 'Test', baseUrl: service.origin }
    const { id: profileId } = await running.get('profiles.save', { profile, key: testKey })
    const processTarget: ProfileTarget = { profileId, environment: 'development' }
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const input = createInput(processTarget)
      ids.push((await running.get('links.create', input)).id)
    }
    await running.get('checks.many', { which: { ids } })
    for (let crash = 0; crash < 2; crash++) {
      // Some lookups are answered, and the next one never is. The app is killed at that moment.
      const arrived = Promise.withResolvers<undefined>()
      const lookups = service.requests.length
      await vi.waitFor(() => expect(service.requests.length).toBeGreaterThanOrEqual(lookups + 4), {
        timeout: 60_000,
      })
      service.instead.push(() => arrived.resolve(undefined))
      await arrived.promise
      await running.kill()
      service.instead.length = 0
      running = await startAppProcess(crashed)
      await running.get('keys.replace', { ...processTarget, key: testKey, unproven: true })
      const { links } = await running.get('checks.left', {})
      expect(links).toBeGreaterThan(0)
      await running.get('checks.resume', {})
    }
    await vi.waitFor(async () => expect(await running.get('checks.left', {})).toEqual({ links: 0 }), {
      timeout: 60_000,
      interval: 100,
    })
    for (const id of ids) {
      expect(await running.get('checks.history', { id })).toMatchObject([{ outcome: 'same', times: 1 }])
    }
  } finally {
    await running.kill()
    await removeFolder(crashed)
  }
})
