import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, startKeyChild, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createFakeKeyStore } from '../harness/fakeKeyStore.ts'
import { keyringMissing, startSession } from '../harness/keyring.ts'
import type { Session } from '../harness/keyring.ts'
import type { Progress } from '../../../core/longWork.ts'
import type { KeyChild } from '../../../core/host.ts'
import { createInput, testKey } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

/** Starts a service that accepts the keys in `acceptedKeys`. */
async function startService(acceptedKeys: Set<string>): Promise<TestServer> {
  return await startServer((request, response) => {
    if (!acceptedKeys.has(String(request.headers['project-key']))) json(response, 403, { error: 'Wrong key' })
    else if (request.method === 'POST') json(response, 200, { link: 'https://l.example/Ab3' })
    else json(response, 404, { error: 'Unknown link' })
  })
}

const missing = keyringMissing()

describe.skipIf(missing)('keys in GNOME Keyring', () => {
  let folder: string
  let session: Session
  let app: App
  const start = (env = session.env) =>
    startApp(
      folder,
      { startKeyChild: () => startKeyChild(session.env) },
      { system: { platform: 'linux', env } },
    )

  beforeEach(async () => {
    folder = await temporaryFolder()
    session = await startSession(folder)
    await session.startKeyring('password')
    app = await start()
  })
  afterEach(async () => {
    await app.core.close()
    await session.stop()
    await removeFolder(folder)
  })

  it('keys in GNOME Keyring are kept across a restart and removed with their profile', async () => {
    const service = await startService(new Set([testKey]))
    const profile = { name: 'Shop', baseUrl: service.origin }
    const { id, key } = await app.get('profiles.save', { profile, key: testKey })
    expect(key).toBe('keychain')
    await app.core.close()
    app = await start()
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ key: 'keychain' }])
    const input = createInput({ profileId: id, environment: 'production' })
    expect(await app.get('links.create', input)).toMatchObject({ state: 'created' })
    await app.get('profiles.remove', { id })
    const child = startKeyChild(session.env)
    const reply = new Promise((resolve) => child.onMessage(resolve))
    child.send({ id: 1, ask: 'get', account: id })
    expect(await reply).toEqual({ id: 1, ok: true, value: null })
    child.kill()
    await service.stop()
  })

  it('keys in GNOME Keyring are saved even if the app is closed meanwhile, and a long wait is reported', async () => {
    await app.core.close()
    const heldSave = Promise.withResolvers<() => void>()
    const startHeldChild = () => {
      const child = startKeyChild(session.env)
      const send: KeyChild['send'] = (message) => {
        if ((message as { ask: string }).ask === 'set') heldSave.resolve(() => child.send(message))
        else child.send(message)
      }
      return { ...child, send }
    }
    const shownProgress = Promise.withResolvers<Progress>()
    const system = { platform: 'linux', env: session.env } as const
    app = await startApp(
      folder,
      { startKeyChild: startHeldChild, showProgress: shownProgress.resolve },
      { system },
    )
    const profile = { name: 'Shop', baseUrl: 'https://links.example.com' }
    const saved = app.get('profiles.save', { profile, key: testKey })
    const save = await heldSave.promise
    expect(await shownProgress.promise).toBe('unknown')
    expect(await app.get('app.longWork', {})).toEqual({ running: ['saveKey'], windowAsks: true })
    const closed = app.core.close()
    save()
    expect(await saved).toMatchObject({ key: 'keychain' })
    await closed
    app = await start()
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ key: 'keychain' }])
  })

  it('keys in GNOME Keyring are not read before one is needed', async () => {
    const service = await startService(new Set([testKey]))
    const profile = { name: 'Shop', baseUrl: service.origin }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    await app.core.close()
    const operations: unknown[] = []
    const startRecordedChild = () => {
      const child = startKeyChild(session.env)
      const send: KeyChild['send'] = (message) => {
        operations.push((message as { ask: string }).ask)
        child.send(message)
      }
      return { ...child, send }
    }
    const system = { platform: 'linux', env: session.env } as const
    app = await startApp(folder, { startKeyChild: startRecordedChild }, { system })
    const target = { profileId: id, environment: 'production' } as const
    await app.get('app.state', {})
    await app.get('links.list', {})
    await app.get('drafts.list', {})
    await app.get('presets.list', {})
    await app.get('suggestions.words', {})
    await app.get('network.get', {})
    await app.get('keys.storage', {})
    await app.get('activity.bundle', {})
    // Loading its library reads no entry and shows no prompt.
    expect(operations).toEqual(['load'])
    await app.get('links.create', createInput(target))
    expect(operations).toEqual(['load', 'get'])
    await service.stop()
  })

  it('keys in GNOME Keyring that cannot be read are reported as locked or missing', async () => {
    const profile = { name: 'Shop', baseUrl: 'https://service.test' }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    const input = createInput({ profileId: id, environment: 'production' })
    await session.stopKeyring()
    await session.startKeyring()
    expect(await app.problem('links.create', input)).toMatchObject({ code: 'key_store_locked' })
    expect(await app.get('keys.storage', {})).toMatchObject({
      store: { kind: 'keychain', name: 'GNOME Keyring', reason: 'locked' },
      keys: [{ profileId: id, location: 'keychain' }],
    })
    expect(await app.problem('profiles.save', { id, profile, key: 'another-key' })).toMatchObject({
      code: 'key_store_locked',
    })
    expect(await app.get('profiles.save', { id, profile, key: 'another-key', keep: 'memory' })).toMatchObject(
      {
        key: 'memory',
      },
    )
  })

  it('keys in GNOME Keyring are found again after the keyring was locked and unlocked while the app runs', async () => {
    const service = await startService(new Set([testKey]))
    const profile = { name: 'Shop', baseUrl: service.origin }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    const input = () => createInput({ profileId: id, environment: 'production' })
    expect(await app.get('links.create', input())).toMatchObject({ state: 'created' })
    session.lockKeyring()
    const whileLocked = input()
    expect(await app.problem('links.create', whileLocked)).toMatchObject({
      code: 'key_store_locked',
      detail: 'GNOME Keyring is locked.',
    })
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ key: 'keychain' }])
    expect(await app.get('keys.storage', {})).toMatchObject({ store: { reason: 'locked' }, waiting: false })
    await session.stopKeyring()
    await session.startKeyring('password')
    expect(await app.get('links.create', whileLocked)).toMatchObject({ state: 'created' })
    expect(await app.get('keys.storage', {})).toMatchObject({ store: { reason: null } })
    await service.stop()
  })

  it('keys in GNOME Keyring that another program removed are reported as missing', async () => {
    const profile = { name: 'Shop', baseUrl: 'https://service.test' }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    const child = startKeyChild(session.env)
    const reply = new Promise((resolve) => child.onMessage(resolve))
    child.send({ id: 1, ask: 'remove', account: id })
    await reply
    child.kill()
    const input = createInput({ profileId: id, environment: 'production' })
    expect(await app.problem('links.create', input)).toMatchObject({
      code: 'key_unreadable',
      detail: 'GNOME Keyring has no such entry.',
    })
  })

  it('keys in GNOME Keyring of the service on this computer are replaced when they cannot be read', async () => {
    const { id, key } = await app.get('profiles.tryLocal', {})
    expect(key).toBe('keychain')
    const target = { profileId: id, environment: 'development' } as const
    const { link } = await app.get('links.create', createInput(target))
    await app.core.close()
    await session.stopKeyring()
    await session.startKeyring()
    app = await start()
    expect(await app.get('links.find', { text: link ?? '', ...target })).toMatchObject({ defaults: 'ours' })
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ key: 'memory' }])
  })
})

describe('keys', () => {
  let folder: string
  let app: App
  const acceptedKeys = new Set<string>()
  let service: TestServer
  beforeEach(async () => {
    acceptedKeys.clear()
    folder = await temporaryFolder()
    app = await startApp(folder)
    service = await startService(acceptedKeys)
  })
  afterEach(async () => {
    await app.core.close()
    await service.stop()
    await removeFolder(folder)
  })

  it('a key of the service on this computer is rebuilt once for simultaneous calls', async () => {
    const { id } = await app.get('profiles.tryLocal', {})
    const target = { profileId: id, environment: 'development' } as const
    const { link } = await app.get('links.create', createInput(target))
    await app.core.close()
    app = await startApp(folder)
    const find = () => app.call('links.find', { text: link ?? '', ...target })
    const found = await Promise.all([find(), find(), find()])
    expect(found.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(await find()).toMatchObject({ ok: true })
  })

  it('keys are replaced only by keys that the service accepts', async () => {
    acceptedKeys.add('old-key-1234')
    const profile = { name: 'Shop', baseUrl: service.origin }
    const { id } = await app.get('profiles.save', { profile, key: 'old-key-1234' })
    const create = () => app.get('links.create', createInput({ profileId: id, environment: 'production' }))
    const replace = { profileId: id, key: 'new-key-5678', environment: 'production' } as const
    expect(await app.problem('keys.replace', replace)).toMatchObject({ code: 'key_refused' })
    expect(await create()).toMatchObject({ state: 'created' })
    acceptedKeys.add('new-key-5678')
    expect(await app.get('keys.replace', replace)).toEqual({ location: 'memory' })
    acceptedKeys.delete('old-key-1234')
    expect(await create()).toMatchObject({ state: 'created' })
  })

  it('keys are replaced without a check if the user chooses so', async () => {
    const profile = { name: 'Shop', baseUrl: 'https://nowhere.invalid' }
    const { id } = await app.get('profiles.save', { profile, key: 'old-key-1234' })
    const replace = { profileId: id, key: 'new-key-5678', environment: 'production' } as const
    expect(await app.problem('keys.replace', replace)).toMatchObject({ code: 'dns_failed' })
    expect(await app.get('keys.replace', { ...replace, unproven: true })).toEqual({ location: 'memory' })
  })

  it('keys are removed without their profile', async () => {
    const profile = { name: 'Shop', baseUrl: service.origin }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    await app.get('keys.remove', { profileId: id })
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ id, key: 'none' }])
    const input = createInput({ profileId: id, environment: 'production' })
    expect(await app.problem('links.create', input)).toEqual({ code: 'key_missing' })
  })

  it('keys are listed with their storage and their protection', async () => {
    const { id } = await app.get('profiles.save', {
      profile: { name: 'Shop', baseUrl: service.origin },
      key: testKey,
    })
    expect(await app.get('keys.storage', {})).toEqual({
      store: { kind: 'memory', name: 'memory of this app', reason: 'no_bus' },
      protection: expect.stringContaining('never written to disk') as string,
      removal: expect.any(String) as string,
      waiting: false,
      keys: [{ profileId: id, profileName: 'Shop', location: 'memory' }],
    })
    expect(await app.get('keys.refresh', {})).toMatchObject({ reason: 'no_bus' })
  })
})

describe('a prompt without an answer', () => {
  it('an unanswered prompt doesn’t block the app when the key store is checked again', async () => {
    const folder = await temporaryFolder()
    const store = createFakeKeyStore()
    store.hanging.add('set')
    store.heldSave = Promise.withResolvers()
    const system = { platform: 'darwin', env: {} } as const
    const app = await startApp(folder, { startKeyChild: store.start }, { system })
    const profile = { name: 'x', baseUrl: 'https://a.example' }
    const saving = app.problem('profiles.save', { profile, key: testKey })
    await store.heldSave.promise
    expect(await app.get('keys.refresh', {})).toMatchObject({ kind: 'keychain', reason: null })
    expect(await app.get('app.state', {})).toMatchObject({ keyStore: { kind: 'keychain' } })
    await app.get('keys.cancel', {})
    expect(await saving).toMatchObject({ code: 'key_store_denied' })
    await app.core.close()
    await removeFolder(folder)
  })

  it('an unanswered prompt waits until the user cancels it, while the app continues', async () => {
    const folder = await temporaryFolder()
    let onPrompt = () => {}
    const prompted = new Promise<void>((resolve) => (onPrompt = resolve))
    // A key store that loads immediately and then waits for a prompt that is never answered.
    const startHanging = () => {
      let report: (message: unknown) => void = () => undefined
      return {
        onMessage: (listener: (message: unknown) => void) => void (report = listener),
        onExit: () => undefined,
        kill: () => undefined,
        send: (message: unknown) => {
          const { id, ask } = message as { id: number; ask: string }
          if (ask === 'load') report({ id, ok: true, value: null })
          else onPrompt()
        },
      }
    }
    const app = await startApp(
      folder,
      { startKeyChild: startHanging },
      { system: { platform: 'darwin', env: {} } },
    )
    const saving = app.problem('profiles.save', {
      profile: { name: 'x', baseUrl: 'https://a.example' },
      key: testKey,
    })
    await prompted
    expect(await app.get('keys.storage', {})).toMatchObject({
      waiting: true,
      store: { name: 'macOS Keychain' },
    })
    await app.get('keys.cancel', {})
    expect(await saving).toMatchObject({ code: 'key_store_denied' })
    expect(await app.get('app.state', {})).toMatchObject({ profiles: [], keyStore: { reason: 'denied' } })
    expect(await app.get('keys.storage', {})).toMatchObject({ waiting: false })
    await app.core.close()
    await removeFolder(folder)
  })
})
