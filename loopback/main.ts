import { randomBytes } from 'node:crypto'
import { createCore } from '../core/core.ts'
import { openDataFolder } from '../core/folder/dataFolder.ts'
import { withExports } from '../core/page/exports.ts'
import { createPage } from '../core/page/page.ts'
import { readPolicy, type PolicyLocation } from '../core/policy/read.ts'
import { createLoopbackApp } from './app.ts'
import { oneTimeAddress } from '../contract/app/window/windowAddress.ts'
import { createNodeHost } from './host.ts'
import { createOneTimeCodes } from './oneTimeCodes.ts'

export interface LoopbackOptions {
  dataFolder: string
  /** Folder of the built window. */
  windowFolder: string
  /** 0 for any free port. */
  port: number
  /** Secret that every call must send; random by default. `npm run dev` keeps it across restarts. */
  token?: string
  /** The locations of policies. Defaults to the system's. */
  policyLocations?: PolicyLocation[]
}

/** Returns a 256-bit secret with which the window authenticates its calls. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The running app: its address, and how to close it. */
export type Loopback = Awaited<ReturnType<typeof startLoopback>>

/**
 * Starts the app for a plain browser. Throws `FolderInUseError` if another instance uses the data folder, and the
 * error of `listen` if the port is taken.
 */
export async function startLoopback({
  dataFolder,
  windowFolder,
  port,
  token = createToken(),
  policyLocations,
}: LoopbackOptions) {
  openDataFolder(dataFolder)
  const core = await createCore(createNodeHost(dataFolder, await readPolicy(policyLocations)))
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
    const createOneTimeAddress = () => oneTimeAddress(origin, codes.issue())
    return {
      /** The address, with the token in its fragment, which browsers never send to a server. */
      address,
      /** Returns an address that opens the window once, within two minutes. Other users may see it. */
      oneTimeAddress: createOneTimeAddress,
      recordUncaughtError: core.recordUncaughtError,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
