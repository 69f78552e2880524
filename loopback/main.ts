import { randomBytes } from 'node:crypto'
import { createCore } from '../core/core.ts'
import type { Core } from '../core/core.ts'
import { openDataFolder } from '../core/folder/dataFolder.ts'
import { withExports } from '../core/page/exports.ts'
import { createPage } from '../core/page/page.ts'
import { readPolicy } from '../core/policy/read.ts'
import type { PolicyPlace } from '../core/policy/read.ts'
import { createLoopbackApp } from './app.ts'
import { oneTimeAddress } from '../contract/windowAddress.ts'
import { createNodeHost } from './host.ts'
import { createOneTimeCodes } from './oneTimeCodes.ts'

export interface LoopbackOptions {
  dataFolder: string
  /** Where the built window is. */
  windowFolder: string
  /** 0 for any free one. */
  port: number
  /** What every call must carry; a new random one by default. `npm run dev` keeps it when it restarts the app. */
  token?: string
  /** Where policies are; those of the system if left out. */
  policyPlaces?: PolicyPlace[]
}

/** Returns a secret of 256 bits that the window proves itself with. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The running app: where its window is, and how it ends. */
export interface Loopback {
  /** With the token in its fragment, which no browser sends to a server. */
  address: string
  /** Returns an address that opens the window once, within two minutes; other users may read it. */
  oneTimeAddress: () => string
  recordUncaughtError: Core['recordUncaughtError']
  close: () => Promise<void>
}

/**
 * Starts the app for a plain browser. Throws `FolderInUseError` when another instance has the data folder, and what `listen`
 * throws when the port is taken.
 */
export async function startLoopback({
  dataFolder,
  windowFolder,
  port,
  token = createToken(),
  policyPlaces,
}: LoopbackOptions): Promise<Loopback> {
  openDataFolder(dataFolder)
  const core = await createCore(createNodeHost(dataFolder, await readPolicy(policyPlaces)))
  const page = withExports(createPage(windowFolder), core.exported)
  const codes = createOneTimeCodes()
  const app = createLoopbackApp({ core, page, token, codes })
  const close = async () => {
    core.announce(null)
    await app.close()
    await core.close()
  }
  try {
    const origin = await app.listen({ host: '127.0.0.1', port })
    const address = `${origin}/#token=${token}`
    core.announce(address)
    const once = () => oneTimeAddress(origin, codes.issue())
    return { address, oneTimeAddress: once, recordUncaughtError: core.recordUncaughtError, close }
  } catch (error) {
    await close()
    throw error
  }
}
