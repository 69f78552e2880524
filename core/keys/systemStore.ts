import type { KeyStoreState } from '../../contract/keyStore.ts'
import type { Keychain } from './keychain.ts'
import { createRememberedLook } from './rememberedLook.ts'
import type { Look } from './rememberedLook.ts'
import { inspectSecretService } from './secretService/inspect.ts'
import type { KeyStore, KeyStoreResult, KeyStoreError } from './store.ts'

/** The system's key store together with what is known of its state. */
export interface SystemStore {
  /** Looks without touching an entry: no prompt can come of it. */
  state: () => Promise<KeyStoreState>
  /** The store, or `null` where the system has none. */
  store: () => Promise<KeyStore | null>
  /** Looks again for a library that was missing, and forgets the last failure. */
  refresh: () => Promise<KeyStoreState>
  /** Whether a call is waiting for the system right now. */
  waiting: () => boolean
  cancel: () => void
  close: () => void
}

export interface System {
  /** Whether the organization keeps keys out of the key store. */
  memoryOnly?: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

export function createSystemStore(keychain: Keychain, system: System): SystemStore {
  let loaded: Promise<KeyStoreResult<null>> | null = null
  /** Why the last call failed. The next success clears it. */
  let failure: KeyStoreError | null = null

  const look = createRememberedLook(() => describe(system))

  const state = async (): Promise<KeyStoreState> => {
    if (isTurnedOff(system)) return memoryState('turned_off')
    const { name, reason } = await look.get()
    // Before the library, which takes a process of its own.
    if (reason && isAbsent(reason, system)) return memoryState(reason)
    loaded ??= keychain.load()
    const library = await loaded
    if (!library.ok) return memoryState(library.reason)
    return { kind: 'keychain', name, reason: reason ?? failure }
  }
  let waiting = 0
  const watched = async <T>(call: Promise<KeyStoreResult<T>>): Promise<KeyStoreResult<T>> => {
    waiting++
    const answer = await call.finally(() => waiting--)
    failure = answer.ok ? null : answer.reason
    // A store that has just answered does not hang.
    if (answer.ok) look.forget()
    return answer
  }
  const store: KeyStore = {
    get: (account) => watched(keychain.get(account)),
    set: (account, secret) => watched(keychain.set(account, secret)),
    remove: (account) => watched(keychain.remove(account)),
  }
  return {
    state,
    refresh: () => {
      loaded = null
      failure = null
      look.forget()
      return state()
    },
    store: async () => ((await state()).kind === 'keychain' ? store : null),
    waiting: () => waiting > 0,
    cancel: keychain.cancel,
    close: keychain.close,
  }
}

/** Whoever starts the app can keep it from the key store: a test, say, which must not touch a person's own keys. */
function isTurnedOff({ env, memoryOnly }: System): boolean {
  return memoryOnly === true || env['LINKWRIGHT_KEY_STORE'] === 'memory'
}

function memoryState(reason: KeyStoreError): KeyStoreState {
  return { kind: 'memory', name: 'memory of this app', reason }
}

async function describe({ platform, env }: System): Promise<Look> {
  if (platform === 'darwin') return { name: 'macOS Keychain', reason: null }
  if (platform === 'win32') return { name: 'Windows Credential Manager', reason: null }
  return await inspectSecretService(env)
}

/** A missing keyring is made on the way where the system can ask for its password; a locked one is opened. */
function isAbsent(reason: KeyStoreError, { env }: System): boolean {
  const display = Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
  return (
    reason === 'no_bus' ||
    reason === 'bus_hangs' ||
    reason === 'no_provider' ||
    (reason === 'no_collection' && !display)
  )
}
