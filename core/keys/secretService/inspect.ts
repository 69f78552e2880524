import { readFile } from 'node:fs/promises'
import type { KeyStoreStatus } from '../store.ts'
import { BusTimeoutError, busAddress, connectBus, type Bus } from './bus.ts'

const secretsService = 'org.freedesktop.secrets'
const defaultProviderName = 'Secret Service'

/** Inspects a Linux session's Secret Service without unlocking it, raising a prompt or starting a program. */
export async function inspectSecretService(
  env: NodeJS.ProcessEnv,
  limitMs?: number,
): Promise<KeyStoreStatus> {
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

async function inspectBus(bus: Bus): Promise<KeyStoreStatus> {
  const askBus = (member: string, ...args: string[]) => bus.call({ ...busAddress, member, args })
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
  const path = await bus.call({
    destination: secretsService,
    path: '/org/freedesktop/secrets',
    interface: 'org.freedesktop.Secret.Service',
    member: 'ReadAlias',
    args: ['default'],
  })
  return typeof path === 'string' && path !== '/' ? path : null
}

async function isLocked(bus: Bus, collection: string): Promise<boolean> {
  const locked = await bus.call({
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
