import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeychain } from '../../../core/keys/keychain.ts'
import type { Keychain } from '../../../core/keys/keychain.ts'
import { createSystemStore } from '../../../core/keys/systemStore.ts'
import { removeFolder, startKeyChild, temporaryFolder } from '../harness/app.ts'
import { keyringMissing, startSession } from '../harness/keyring.ts'
import type { Session } from '../harness/keyring.ts'

const missing = keyringMissing()
if (missing) console.warn(`The tests with a real GNOME Keyring are skipped: ${missing}.`)

const account = 'profile-1'
const secret = 'pk_"live"_/+\\ä'.replace('ä', 'z')

describe.skipIf(missing)('GNOME Keyring', () => {
  let folder: string
  let session: Session
  let keychain: Keychain

  beforeEach(async () => {
    folder = await temporaryFolder()
    session = await startSession(folder)
    keychain = createKeychain(() => startKeyChild(session.env))
  })
  afterEach(async () => {
    keychain.close()
    await session.stop()
    await removeFolder(folder)
  })

  const state = (env = session.env) => createSystemStore(keychain, { platform: 'linux', env }).state()

  it('GNOME Keyring saves, returns, replaces and deletes a key when unlocked', async () => {
    await session.startKeyring('password')
    expect(await state()).toEqual({ kind: 'keychain', name: 'GNOME Keyring', reason: null })
    expect(await keychain.get(account)).toEqual({ ok: true, value: null })
    expect(await keychain.set(account, secret)).toEqual({ ok: true, value: null })
    expect(await keychain.get(account)).toEqual({ ok: true, value: secret })
    expect(await keychain.set(account, 'another')).toEqual({ ok: true, value: null })
    expect(await keychain.get(account)).toEqual({ ok: true, value: 'another' })
    expect(await keychain.remove(account)).toEqual({ ok: true, value: null })
    expect(await keychain.get(account)).toEqual({ ok: true, value: null })
  })

  it('a locked GNOME Keyring is recognized and survives every call', async () => {
    await session.startKeyring('password')
    await keychain.set(account, secret)
    await session.stopKeyring()
    await session.startKeyring()
    expect(await state()).toEqual({ kind: 'keychain', name: 'GNOME Keyring', reason: 'locked' })
    expect(await keychain.get(account)).toEqual({ ok: true, value: null })
    expect(await keychain.set(account, 'another')).toMatchObject({ ok: false, reason: 'locked' })
    expect(await keychain.remove(account)).toEqual({ ok: true, value: null })
    await session.stopKeyring()
    await session.startKeyring('password')
    expect(await keychain.get(account)).toEqual({ ok: true, value: secret })
  })

  it('GNOME Keyring without a default collection is recognized', async () => {
    await session.startKeyring()
    expect(await state()).toMatchObject({ kind: 'memory', reason: 'no_collection' })
    expect(await keychain.get(account)).toEqual({ ok: true, value: null })
    expect(await keychain.set(account, secret)).toMatchObject({ ok: false, reason: 'no_collection' })
    // With a display, the system can ask for a password and create one.
    expect(await state({ ...session.env, DISPLAY: ':9' })).toMatchObject({
      kind: 'keychain',
      reason: 'no_collection',
    })
  })

  it('GNOME Keyring counts as available if the bus can start it', async () => {
    expect(await state()).toEqual({ kind: 'keychain', name: 'Secret Service', reason: null })
  })

  it('GNOME Keyring calls are serialized in order', async () => {
    await session.startKeyring('password')
    const calls = Array.from({ length: 20 }, (_, index) => keychain.set(account, `key-${index}`))
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true, value: null })))
    expect(await keychain.get(account)).toEqual({ ok: true, value: 'key-19' })
  })
})

describe.skipIf(missing)('a Linux session without a keyring', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => removeFolder(folder))

  it('a Linux session without a Secret Service provider is recognized', async () => {
    const session = await startSession(folder, { providers: false })
    const keychain = createKeychain(() => startKeyChild(session.env))
    expect(await createSystemStore(keychain, { platform: 'linux', env: session.env }).state()).toEqual({
      kind: 'memory',
      name: 'memory of this app',
      reason: 'no_provider',
    })
    expect(await keychain.get(account)).toMatchObject({ ok: false, reason: 'no_provider' })
    keychain.close()
    await session.stop()
  })

  it('a Linux session without a message bus is recognized', async () => {
    const env = { PATH: process.env['PATH'], HOME: folder }
    let started = 0
    const keychain = createKeychain(() => {
      started++
      return startKeyChild(env)
    })
    expect(await createSystemStore(keychain, { platform: 'linux', env }).state()).toMatchObject({
      kind: 'memory',
      reason: 'no_bus',
    })
    expect(started, 'processes that look for a key store').toBe(0)
    expect(await keychain.get(account)).toMatchObject({ ok: false, reason: 'no_bus' })
    keychain.close()
  })

  it('a Linux system without the key store library is recognized', async () => {
    const libraries = join(folder, 'libraries')
    await mkdir(libraries)
    await writeFile(join(libraries, 'libsecret-1.so.0'), '')
    const session = await startSession(folder)
    const env = { ...session.env, LD_LIBRARY_PATH: libraries }
    const keychain = createKeychain(() => startKeyChild(env))
    expect(await createSystemStore(keychain, { platform: 'linux', env }).state()).toMatchObject({
      kind: 'memory',
      reason: 'no_library',
    })
    keychain.close()
    await session.stop()
  })
})
