import { randomBytes } from 'node:crypto'
import { createCore } from '../core/core.ts'
import type { Core } from '../core/core.ts'
import { openDataFolder } from '../core/folder/place.ts'
import { withExports } from '../core/page/exports.ts'
import { createPage } from '../core/page/page.ts'
import { readPolicy } from '../core/policy/read.ts'
import type { PolicyPlace } from '../core/policy/read.ts'
import { loopbackApp } from './app.ts'
import { nodeHost } from './host.ts'

export interface LoopbackOptions {
  dataFolder: string
  /** Where the built window is. */
  windowFolder: string
  /** 0 for any free one. */
  port: number
  /** Where policies are; those of the system if left out. */
  policyPlaces?: PolicyPlace[]
}

/** The running app: where its window is, and how it ends. */
export interface Loopback {
  /** With the token in its fragment, which no browser sends to a server. */
  address: string
  recordFault: Core['recordFault']
  close: () => Promise<void>
}

/**
 * Starts the app for a plain browser. Throws `FolderInUse` when another instance has the data folder, and what `listen`
 * throws when the port is taken.
 */
export async function startLoopback({
  dataFolder,
  windowFolder,
  port,
  policyPlaces,
}: LoopbackOptions): Promise<Loopback> {
  openDataFolder(dataFolder)
  const core = await createCore(nodeHost(dataFolder, await readPolicy(policyPlaces)))
  const token = randomBytes(32).toString('base64url')
  const page = withExports(createPage(windowFolder), core.exported)
  const app = loopbackApp({ core, page, token })
  const close = async () => {
    core.announce(null)
    await app.close()
    await core.close()
  }
  try {
    const address = `${await app.listen({ host: '127.0.0.1', port })}/#token=${token}`
    core.announce(address)
    return { address, recordFault: core.recordFault, close }
  } catch (error) {
    await close()
    throw error
  }
}
