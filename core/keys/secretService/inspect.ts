import { readFile } from 'node:fs/promises'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { BusTimeoutError, busAddress, connectBus, type Bus } from './bus.ts'

/** State of a Linux session's Secret Service, as visible without unlocking it. */
export interface SecretServiceStatus {
  name: string
  reason: Extract<
    KeyStoreState['reason'],
    'no_bus' | 'bus_hangs' | 'no_provider' | 'no_collection' | 'locked' | 'timed_out'
  > | null
}

const secretsService = 'org.freedesktop.secrets'
const defaultProviderName = 'Secret Service'

/** Inspects the Secret Service without raising a prompt or starting a program. */
export async function inspectSecretService(
  env: NodeJS.ProcessEnv,
  limitMs?: number,
): Promise<SecretServiceStatus> {
  let bus: Bus
  try {
    bus = await connectBus(env, limitMs)
  } catch (error) {
    return { name: defaultProviderName, reason: error instanceof BusTimeoutError ? 'bus_hangs' : 'no_bus' }
  }
  try {
    return await inspectBus(bus)
  } catch (error) {
    if (error instanceof BusTimeoutError) return { name: defaultProviderName, reason: 'timed_out' }
    // It exists but replies unexpectedly. Using the key store will show what works.
    return { name: defaultProviderName, reason: null }
  } finally {
    bus.close()
  }
}

async function inspectBus(bus: Bus): Promise<SecretServiceStatus> {
  const askBus = async (member: string, ...args: string[]) =>
    (await bus.call({ ...busAddress, member, args }))[0]
  if ((await askBus('NameHasOwner', secretsService)) !== true) {
    // Not running yet, but the bus starts it on demand.
    const startable = (await askBus('ListActivatableNames')) as string[]
    return { name: defaultProviderName, reason: startable.includes(secretsService) ? null : 'no_provider' }
  }
  const name = await providerName(await askBus('GetConnectionUnixProcessID', secretsService))
  const collection = await defaultCollection(bus)
  if (collection === null) return { name, reason: 'no_collection' }
  return { name, reason: (await isLocked(bus, collection)) ? 'locked' : null }
}

async function defaultCollection(bus: Bus): Promise<string | null> {
  const [path] = await bus.call({
    destination: secretsService,
    path: '/org/freedesktop/secrets',
    interface: 'org.freedesktop.Secret.Service',
    member: 'ReadAlias',
    args: ['default'],
  })
  return typeof path === 'string' && path !== '/' ? path : null
}

async function isLocked(bus: Bus, collection: string): Promise<boolean> {
  const [locked] = await bus.call({
    destination: secretsService,
    path: collection,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    args: ['org.freedesktop.Secret.Collection', 'Locked'],
  })
  return locked === true
}

/** Names of Secret Service providers by process name (which Linux truncates to 15 characters). */
const providers: readonly (readonly [RegExp, string])[] = [
  [/^gnome-keyring/, 'GNOME Keyring'],
  [/^(kwalletd|ksecretd)/, 'KWallet'],
  [/^keepassxc/, 'KeePassXC'],
  [/^oo7/, 'oo7'],
  [/^pass_secret/, 'pass'],
]

async function providerName(pid: unknown): Promise<string> {
  try {
    const process = (await readFile(`/proc/${Number(pid)}/comm`, 'utf8')).trim()
    return providers.find(([pattern]) => pattern.test(process))?.[1] ?? `${defaultProviderName} (${process})`
  } catch {
    return defaultProviderName
  }
}
