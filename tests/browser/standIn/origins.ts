import { existsSync } from 'node:fs'
import type { BrowserContext } from 'playwright'
import { forgetStorage, keepWarm } from '../sharedContexts.ts'
import { addressesOf, emptyAddress } from './addresses.ts'
import type { Addresses } from './addresses.ts'

/** The data folder that uses each origin. */
const folders: string[] = []

/**
 * Returns the addresses of an app. A data folder keeps its origin, so that the window's storage survives a restart.
 * That of a folder which is gone is used again, because the renderer process keeps compiled code by address.
 */
export async function originFor(context: BrowserContext, folder: string): Promise<Addresses> {
  const warm = await keepWarm(context, emptyAddress)
  const own = folders.indexOf(folder)
  if (own >= 0) return addressesOf(own)
  const free = folders.findIndex((other) => !existsSync(other))
  const number = free >= 0 ? free : folders.length
  folders[number] = folder
  const addresses = addressesOf(number)
  await forgetStorage(warm, addresses.toChromium('app://linkwright'))
  return addresses
}
