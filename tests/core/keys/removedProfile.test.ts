import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createFakeKeyStore } from '../harness/fakeKeyStore.ts'
import type { FakeKeyStore } from '../harness/fakeKeyStore.ts'

const baseUrl = 'https://s.example'
const key = 'typed-key-1234'

let folder: string
let app: App
let store: FakeKeyStore
beforeEach(async () => {
  folder = await temporaryFolder()
  store = createFakeKeyStore()
  app = await startApp(folder, { startKeyChild: store.start }, { system: { platform: 'darwin', env: {} } })
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const add = (keyOfNew?: string) =>
  app.get('profiles.save', {
    profile: { name: 'Shop', baseUrl },
    ...(keyOfNew !== undefined && { key: keyOfNew }),
  })
const profiles = async () => (await app.get('app.state', {})).profiles

/** Removes the profile in another window while the key store waits for the user. */
async function removeMeanwhile(id: string): Promise<void> {
  const answerNow = await store.heldSave?.promise
  await app.get('profiles.remove', { id })
  answerNow?.()
}

it('a key that is replaced while its profile is removed doesn’t stay in the key store', async () => {
  const { id } = await add()
  store.heldSave = Promise.withResolvers()
  const replaced = app.call('keys.replace', { profileId: id, key, environment: 'production', unproven: true })
  await removeMeanwhile(id)
  expect(await replaced).toMatchObject({ ok: false, problem: { code: 'profile_not_found' } })
  expect([...store.entries.keys()]).toEqual([])
})

it('a profile that is saved with a key while it is removed stays removed, without its key', async () => {
  const { id } = await add()
  store.heldSave = Promise.withResolvers()
  const saved = app.call('profiles.save', { id, profile: { name: 'Shop', baseUrl }, key })
  await removeMeanwhile(id)
  expect(await saved).toMatchObject({ ok: false, problem: { code: 'profile_not_found' } })
  expect(await profiles()).toEqual([])
  expect([...store.entries.keys()]).toEqual([])
})

it('a key that the key store doesn’t remove isn’t shown as removed', async () => {
  const { id } = await add(key)
  store.refused.remove = 'The user canceled the operation.'
  expect(await app.problem('keys.remove', { profileId: id })).toMatchObject({ code: 'key_store_denied' })
  expect(await profiles()).toMatchObject([{ id, key: 'keychain' }])
  store.refused = {}
  await app.get('keys.remove', { profileId: id })
  expect(await profiles()).toMatchObject([{ id, key: 'none' }])
  expect([...store.entries.keys()]).toEqual([])
})

it('a profile whose key the key store doesn’t remove is kept, so that the key can be removed later', async () => {
  const { id } = await add(key)
  store.refused.remove = 'The user canceled the operation.'
  expect(await app.problem('profiles.remove', { id })).toMatchObject({ code: 'key_store_denied' })
  expect(await profiles()).toMatchObject([{ id, key: 'keychain' }])
})

it('a profile can be removed after the key store was unlocked', async () => {
  const { id } = await add(key)
  store.refused.set = 'User interaction is not allowed.'
  const replacement = {
    profileId: id,
    key: 'another-key-5678',
    environment: 'production',
    unproven: true,
  } as const
  expect(await app.problem('keys.replace', replacement)).toMatchObject({ code: 'key_store_locked' })
  store.refused = {}
  await app.get('profiles.remove', { id })
  expect(await profiles()).toEqual([])
  expect([...store.entries.keys()]).toEqual([])
})
