import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createFakeKeyStore } from '../harness/fakeKeyStore.ts'
import type { FakeKeyStore } from '../harness/fakeKeyStore.ts'

const profile = { name: 'Shop', baseUrl: 'https://s.example' }
const key = 'typed-key-1234'
const erase = { word: 'ERASE' } as const

let folder: string
let app: App
let store: FakeKeyStore
beforeEach(async () => {
  folder = await temporaryFolder()
  store = createFakeKeyStore()
  app = await start()
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const start = () =>
  startApp(
    folder,
    { startKeyChild: store.start },
    { system: { platform: 'darwin', env: {} }, keychain: { prompt: 100, load: 1_000 } },
  )
const profiles = async () => (await app.get('app.state', {})).profiles

/** Saves a profile with a key that the key store saves but doesn't return. */
async function saveUnproven(): Promise<void> {
  store.hanging.add('get')
  expect(await app.problem('profiles.save', { profile, key })).toMatchObject({ code: 'key_store_timeout' })
  expect(await profiles()).toEqual([])
  expect(store.entries.size).toBe(1)
  store.hanging.clear()
}

it('a key that was saved but couldn’t be read back is removed when the next key is saved', async () => {
  await saveUnproven()
  const { id } = await app.get('profiles.save', { profile, key })
  expect([...store.entries.keys()]).toEqual([id])
})

it('a key that was saved but couldn’t be read back is removed when everything is erased after a restart', async () => {
  await saveUnproven()
  await app.core.close()
  app = await start()
  await app.get('erase.all', erase)
  expect([...store.entries.keys()]).toEqual([])
})

it('an old key that can’t be removed when its replacement is kept in memory is removed later', async () => {
  const { id } = await app.get('profiles.save', { profile, key })
  store.refused.remove = 'The user canceled the operation.'
  const replacement = { id, profile, key: 'another-key-5678', keep: 'memory' } as const
  expect(await app.get('profiles.save', replacement)).toMatchObject({ key: 'memory' })
  expect([...store.entries.values()]).toEqual([key])
  store.refused = {}
  await app.get('profiles.remove', { id })
  expect([...store.entries.keys()]).toEqual([])
})

it('the key of a profile that was removed while the key store failed is removed when the next key is saved', async () => {
  const removed = await app.get('profiles.save', { profile, key })
  store.refused.remove = 'The service is not available.'
  await app.get('profiles.remove', { id: removed.id })
  expect([...store.entries.keys()]).toEqual([removed.id])
  store.refused = {}
  const { id } = await app.get('profiles.save', { profile, key })
  expect([...store.entries.keys()]).toEqual([id])
})

it('a key that is being saved isn’t removed when another one has been saved', async () => {
  store.heldSave = Promise.withResolvers()
  const first = app.get('profiles.save', { profile, key })
  const saveNow = await store.heldSave.promise
  store.heldSave = null
  const second = app.get('profiles.save', { profile, key: 'another-key-5678' })
  saveNow()
  const ids = (await Promise.all([first, second])).map(({ id }) => id)
  expect([...store.entries.keys()].toSorted()).toEqual(ids.toSorted())
  const { id } = await app.get('profiles.save', { profile, key: 'third-key-9012' })
  expect([...store.entries.keys()].toSorted()).toEqual([...ids, id].toSorted())
})

it('the last of two keys that are saved for a profile at once is kept', async () => {
  const { id } = await app.get('profiles.save', { profile })
  store.heldSave = Promise.withResolvers()
  const replace = { profileId: id, environment: 'production', unproven: true } as const
  const first = app.get('keys.replace', { ...replace, key })
  const saveNow = await store.heldSave.promise
  const second = app.get('keys.replace', { ...replace, key: 'another-key-5678', keep: 'memory' })
  setImmediate(saveNow)
  expect(await Promise.all([first, second])).toEqual([{ location: 'keychain' }, { location: 'memory' }])
  expect(await profiles()).toMatchObject([{ key: 'memory' }])
  expect([...store.entries.keys()]).toEqual([])
})
