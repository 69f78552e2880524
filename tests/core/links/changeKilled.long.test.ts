import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startCallProcess } from '../harness/callProcess.ts'
import { startChangeProxy } from '../harness/changeProxy.ts'
import type { ChangeProxy } from '../harness/changeProxy.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'

let folder: string
let app: App
let service: TestService
let proxy: ChangeProxy
let target: ProfileTarget
let record: LinkRecord

const request = {
  title: 'Summer sale',
  tags: '["poster"]',
  desktop_custom_redirect: { url: 'https://example.com/old' },
}

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  service = await startTestService()
  proxy = await startChangeProxy(service.origin)
  target = await connectProfile(app, proxy.origin, service.key)
  record = await app.get('links.create', createInput(target, request))
})
afterEach(async () => {
  await app.core.close()
  await proxy.stop()
  await service.stop()
  await removeFolder(folder)
})

const movePatch = { desktop_custom_redirect: { url: 'https://example.com/new' } }

const development = { ENVIRONMENT: 'development' }
const visitDestination = async () =>
  (await fetch(`${service.origin}/${record.path}`, { redirect: 'manual' })).headers.get('location')
const history = async () =>
  (await app.get('changes.history', { ...target, path: record.path ?? '' }))?.history ?? []

describe('a change without an answer', () => {
  it.each(['before', 'after'] as const)(
    'a change is unknown after the app is killed %s the service has it, and is settled correctly',
    async (moment) => {
      const { version } = await app.get('changes.read', { link: record.id })
      await app.core.close()
      const process = await startCallProcess(folder, folder)
      await process.call('keys.replace', { ...target, key: service.key, unproven: true })
      proxy.behave(
        moment === 'after'
          ? { after: () => process.kill() }
          : { before: () => process.kill().then(() => Promise.reject(new Error('Lost on the way.'))) },
      )
      const id = randomUUID()
      expect(
        await process.call('changes.send', { id, link: record.id, version, patch: movePatch }),
      ).toBeNull()
      expect(await readHistoryDirectly()).toHaveLength(moment === 'after' ? 1 : 0)
      proxy.behave('pass')
      app = await startApp(folder, {}, { pause: instantPause })
      await app.get('keys.replace', { ...target, key: service.key, unproven: true })
      expect(await app.get('changes.open', { link: record.id })).toMatchObject({
        id,
        state: 'unknown',
        patch: movePatch,
      })
      expect((await app.get('changes.settle', { id })).change.state).toBe('applied')
      expect(await history()).toHaveLength(1)
      expect(await visitDestination()).toBe('https://example.com/new')
    },
  )
})

/** The history as stored by the service, without the app. */
async function readHistoryDirectly() {
  const response = await service.ask(`/link/${record.path}/history`, { headers: development })
  return ((await response.json()) as { history: unknown[] }).history
}
