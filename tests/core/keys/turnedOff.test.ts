import { expect, it } from 'vitest'
import type { Keychain } from '../../../core/keys/keychain.ts'
import { createSystemStore } from '../../../core/keys/systemStore.ts'

/** Any use of the key store fails the test. */
const untouchable = new Proxy({} as Keychain, {
  get: (_, name) => {
    if (name === 'cancel' || name === 'close') return () => undefined
    return () => expect.unreachable(`The key store was asked to ${String(name)}.`)
  },
})

it.each(['darwin', 'win32', 'linux'] as const)(
  "on %s, a key store that is turned off isn't accessed",
  async (platform) => {
    const store = createSystemStore(untouchable, { platform, env: { LINKWRIGHT_KEY_STORE: 'memory' } })
    expect(await store.state()).toEqual({ kind: 'memory', name: 'memory of this app', reason: 'turned_off' })
    expect(await store.refresh()).toMatchObject({ kind: 'memory' })
    expect(await store.store()).toBeNull()
  },
)
