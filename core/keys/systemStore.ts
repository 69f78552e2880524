import type { KeyStoreState } from '../../contract/app/profile/keyStore.ts'
import type { Keychain } from './keychain.ts'
import { inspectSecretService } from './secretService/inspect.ts'
import type { KeyStore, KeyStoreResult, KeyStoreError, KeyStoreStatus } from './store.ts'

export interface System {
  /** Whether the organization forbids the key store. */
  memoryOnly?: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

export type SystemStore = ReturnType<typeof createSystemStore>

/** The system's key store and its state. */
export function createSystemStore(keychain: Keychain, system: System) {
  let libraryLoad: Promise<KeyStoreResult<null>> | null = null
  /** Why the last call failed. Cleared by the next success. */
  let failure: KeyStoreError | null = null

  const status = createCachedStatus(() => describe(system))

  const state = async (): Promise<KeyStoreState> => {
    if (isTurnedOff(system)) return memoryState('turned_off')
    const { name, reason } = await status.get()
    // Checked before the library, which needs its own process.
    if (reason && isAbsent(reason, system)) return memoryState(reason)
    libraryLoad ??= keychain.load()
    const library = await libraryLoad
    if (!library.ok) return memoryState(library.reason)
    return { kind: 'keychain', name, reason: reason ?? failure }
  }
  let pendingCount = 0
  const trackCall = async <T>(call: Promise<KeyStoreResult<T>>): Promise<KeyStoreResult<T>> => {
    pendingCount++
    const result = await call.finally(() => pendingCount--)
    failure = result.ok ? null : result.reason
    // A store that just replied isn't hanging.
    if (result.ok) status.forget()
    return result
  }
  const store: KeyStore = {
    get: (account) => trackCall(keychain.get(account)),
    set: (account, secret) => trackCall(keychain.set(account, secret)),
    remove: (account) => trackCall(keychain.remove(account)),
  }
  return {
    /** Returns the state without touching an entry, so that no prompt appears. */
    state,
    /** Retries loading a missing library and clears the last failure. */
    refresh: async () => {
      // A loaded library isn't loaded again: that would wait for a pending call, and with it every window.
      const previousLoad = libraryLoad
      if (previousLoad && !(await previousLoad).ok && libraryLoad === previousLoad) libraryLoad = null
      failure = null
      status.forget()
      return await state()
    },
    /** Returns the store, or `null` if the system has none. */
    store: async () => ((await state()).kind === 'keychain' ? store : null),
    /** Whether a call is waiting for the system. */
    waiting: () => pendingCount > 0,
    cancel: keychain.cancel,
    close: keychain.close,
  }
}

/** The environment can turn the key store off, for example in tests, which must not touch a user's keys. */
function isTurnedOff({ env, memoryOnly }: System): boolean {
  return memoryOnly === true || env['LINKWRIGHT_KEY_STORE'] === 'memory'
}

function memoryState(reason: KeyStoreError): KeyStoreState {
  return { kind: 'memory', name: 'memory of this app', reason }
}

async function describe({ platform, env }: System): Promise<KeyStoreStatus> {
  if (platform === 'darwin') return { name: 'macOS Keychain', reason: null }
  if (platform === 'win32') return { name: 'Windows Credential Manager', reason: null }
  return await inspectSecretService(env)
}

/** On first use, a missing keyring is created if the system can prompt for a password, and a locked one is unlocked. */
function isAbsent(reason: KeyStoreError, { env }: System): boolean {
  const display = Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
  return (
    reason === 'no_bus' ||
    reason === 'bus_hangs' ||
    reason === 'no_provider' ||
    (reason === 'no_collection' && !display)
  )
}

/** How long a timed-out result is reused, in milliseconds. Other checks take only a millisecond or two. */
const cacheDurationMs = 60_000

/**
 * Checks the key store, one check at a time. Caches a timeout for a minute, because every further check would hang as
 * well.
 */
export function createCachedStatus(
  read: () => Promise<KeyStoreStatus>,
  now: () => number = () => performance.now(),
) {
  let current: Promise<KeyStoreStatus> | null = null
  let cachedTimeout: { status: KeyStoreStatus; until: number } | null = null
  const startRead = () => {
    const pending = read().then((status) => {
      if (current !== pending) return status
      current = null
      const isTimeout = status.reason === 'bus_hangs' || status.reason === 'timed_out'
      cachedTimeout = isTimeout ? { status, until: now() + cacheDurationMs } : null
      return status
    })
    return pending
  }
  return {
    get: async (): Promise<KeyStoreStatus> => {
      if (cachedTimeout && now() < cachedTimeout.until) return cachedTimeout.status
      return await (current ??= startRead())
    },
    /** Forces a new check. */
    forget: (): void => {
      current = null
      cachedTimeout = null
    },
  }
}
