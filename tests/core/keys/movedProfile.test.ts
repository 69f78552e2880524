import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createFakeKeyStore } from '../harness/fakeKeyStore.ts'
import type { FakeKeyStore } from '../harness/fakeKeyStore.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

const key = 'key-of-the-old-service-1'

let folder: string
let app: App
let store: FakeKeyStore
let oldService: TestServer
let newService: TestServer
/** Keys by the service that received them. */
let received: { old: Set<unknown>; new: Set<unknown> }
beforeEach(async () => {
  folder = await temporaryFolder()
  store = createFakeKeyStore()
  received = { old: new Set(), new: new Set() }
  oldService = await startService(received.old)
  newService = await startService(received.new)
  app = await startApp(folder, { startKeyChild: store.start }, { system: { platform: 'darwin', env: {} } })
})
afterEach(async () => {
  await app.core.close()
  for (const service of [oldService, newService]) await service.stop()
  await removeFolder(folder)
})

const startService = (keys: Set<unknown>) =>
  startServer((request, response) => {
    keys.add(request.headers['project-key'])
    json(response, 404, { error: 'Unknown.' }, { 'Link-Service': 'linkwright/1.0.0' })
  })
const profileAt = ({ origin }: TestServer, name = 'Shop') => ({ name, baseUrl: origin })
const add = () => app.get('profiles.save', { profile: profileAt(oldService), key })
const look = (profileId: string) =>
  app.call('links.find', { text: 'Ab3dEf7', profileId, environment: 'production' })
const profiles = async () => (await app.get('app.state', {})).profiles

it('the key of a profile isn’t sent to the host of a new address, until the user agrees', async () => {
  const { id, baseUrl } = await add()
  const profile = profileAt(newService, 'Moved')
  expect(await app.problem('profiles.save', { id, profile })).toMatchObject({ code: 'key_for_other_host' })
  expect(await profiles()).toMatchObject([{ name: 'Shop', baseUrl, key: 'keychain' }])
  const test = { profile, environment: 'production', profileId: id } as const
  expect(await app.problem('connection.test', test)).toMatchObject({ code: 'key_for_other_host' })
  await look(id)
  expect(received).toEqual({ old: new Set([key]), new: new Set() })

  const { steps } = await app.get('connection.test', { ...test, sameKey: true })
  expect(steps.map(({ state }) => state)).toEqual(steps.map(() => 'passed'))
  await app.get('profiles.save', { id, profile, sameKey: true })
  received.new.clear()
  await look(id)
  expect(received.new).toEqual(new Set([key]))
})

it('the key of a profile stays at another path of the same host', async () => {
  const { id } = await add()
  const profile = { name: 'Shop', baseUrl: `${oldService.origin}/team` }
  expect(await app.get('profiles.save', { id, profile })).toMatchObject({ key: 'keychain' })
})

it('a profile without a key, or with a new one, can be moved to another host', async () => {
  const { id } = await add()
  const newKey = 'key-of-the-new-service-1'
  expect(await app.get('profiles.save', { id, profile: profileAt(newService), key: newKey })).toMatchObject({
    key: 'keychain',
  })
  await look(id)
  expect(received).toEqual({ old: new Set(), new: new Set([newKey]) })
  await app.get('keys.remove', { profileId: id })
  expect(await app.get('profiles.save', { id, profile: profileAt(oldService) })).toMatchObject({
    key: 'none',
  })
})

it('a change in another window, based on the earlier address, doesn’t send the new key there', async () => {
  const { id } = await add()
  await app.get('profiles.save', { id, profile: profileAt(newService), key: 'key-of-the-new-service-1' })
  const renamed = { id, profile: profileAt(oldService, 'Renamed') }
  expect(await app.problem('profiles.save', renamed)).toMatchObject({ code: 'key_for_other_host' })
})

it('a key that was checked at the earlier address isn’t saved for the new one', async () => {
  const checked = Promise.withResolvers<undefined>()
  const mayAnswer = Promise.withResolvers<undefined>()
  const slow = await startServer((_, response) => {
    checked.resolve(undefined)
    void mayAnswer.promise.then(() => json(response, 404, {}, { 'Link-Service': 'linkwright/1.0.0' }))
  })
  const { id } = await app.get('profiles.save', { profile: profileAt(slow), key })
  const replaced = app.call('keys.replace', {
    profileId: id,
    key: 'another-key-1',
    environment: 'production',
  })
  await checked.promise
  await app.get('profiles.save', { id, profile: profileAt(newService), sameKey: true })
  mayAnswer.resolve(undefined)
  expect(await replaced).toMatchObject({ ok: false, problem: { code: 'key_for_other_host' } })
  expect([...store.entries.values()]).toEqual([key])
  await slow.stop()
})
