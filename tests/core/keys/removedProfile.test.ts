import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyChild } from '../../../core/host.ts'
import type { KeyQuestion, KeyReply } from '../../../core/keys/message.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

const baseUrl = 'https://s.example'
const key = 'typed-key-1234'

let folder: string
let app: App
let entries: Map<string, string>
/** Resolves when a key is being saved, with a function that lets the key store answer. */
let heldSave: PromiseWithResolvers<() => void> | null
let refusedRemoval: string | null
beforeEach(async () => {
  folder = await temporaryFolder()
  entries = new Map()
  heldSave = null
  refusedRemoval = null
  app = await startApp(folder, { startKeyChild: startStore }, { system: { platform: 'darwin', env: {} } })
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

/** A key store whose answers the test can delay or refuse. */
function startStore(): KeyChild {
  let listener: (message: unknown) => void = () => undefined
  const reply = (message: KeyReply) => setImmediate(() => listener(message))
  const answer = (question: KeyQuestion) => {
    const { id } = question
    if (question.ask === 'remove' && refusedRemoval !== null) {
      reply({ id, ok: false, message: refusedRemoval })
      return
    }
    if (question.ask === 'set') entries.set(question.account, question.secret)
    if (question.ask === 'remove') entries.delete(question.account)
    const value = question.ask === 'get' ? (entries.get(question.account) ?? null) : null
    reply({ id, ok: true, value })
  }
  return {
    send: (message) => {
      const question = message as KeyQuestion
      if (question.ask === 'set' && heldSave) heldSave.resolve(() => answer(question))
      else answer(question)
    },
    onMessage: (newListener) => void (listener = newListener),
    onExit: () => undefined,
    kill: () => undefined,
  }
}

const add = (keyOfNew?: string) =>
  app.get('profiles.save', {
    profile: { name: 'Shop', baseUrl },
    ...(keyOfNew !== undefined && { key: keyOfNew }),
  })
const profiles = async () => (await app.get('app.state', {})).profiles

/** Removes the profile in another window while the key store waits for the user. */
async function removeMeanwhile(id: string): Promise<void> {
  const answerNow = await heldSave?.promise
  await app.get('profiles.remove', { id })
  answerNow?.()
}

it('a key that is replaced while its profile is removed doesn’t stay in the key store', async () => {
  const { id } = await add()
  heldSave = Promise.withResolvers()
  const replaced = app.call('keys.replace', { profileId: id, key, environment: 'production', unproven: true })
  await removeMeanwhile(id)
  expect(await replaced).toMatchObject({ ok: false, problem: { code: 'profile_not_found' } })
  expect([...entries.keys()]).toEqual([])
})

it('a profile that is saved with a key while it is removed stays removed, without its key', async () => {
  const { id } = await add()
  heldSave = Promise.withResolvers()
  const saved = app.call('profiles.save', { id, profile: { name: 'Shop', baseUrl }, key })
  await removeMeanwhile(id)
  expect(await saved).toMatchObject({ ok: false, problem: { code: 'profile_not_found' } })
  expect(await profiles()).toEqual([])
  expect([...entries.keys()]).toEqual([])
})

it('a key that the key store doesn’t remove isn’t shown as removed', async () => {
  const { id } = await add(key)
  refusedRemoval = 'The user canceled the operation.'
  expect(await app.problem('keys.remove', { profileId: id })).toMatchObject({ code: 'key_store_denied' })
  expect(await profiles()).toMatchObject([{ id, key: 'keychain' }])
  refusedRemoval = null
  await app.get('keys.remove', { profileId: id })
  expect(await profiles()).toMatchObject([{ id, key: 'none' }])
  expect([...entries.keys()]).toEqual([])
})

it('a profile whose key the key store doesn’t remove is kept, so that the key can be removed later', async () => {
  const { id } = await add(key)
  refusedRemoval = 'The user canceled the operation.'
  expect(await app.problem('profiles.remove', { id })).toMatchObject({ code: 'key_store_denied' })
  expect(await profiles()).toMatchObject([{ id, key: 'keychain' }])
})
