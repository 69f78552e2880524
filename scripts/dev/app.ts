import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBrowser } from '../../loopback/browser.ts'
import { createToken, type LoopbackOptions } from '../../loopback/main.ts'
import type { DevFlags } from './flags.ts'
import { runWatched } from './watched.ts'
import { startWindowServer } from './windowServer.ts'

/** Sources of the browser host's process. */
const hostFolders = ['contract', 'core', 'loopback', 'service', 'sqlite']

/** Runs the window on Vite's dev server with the browser host behind it. Returns a function that stops both. */
export async function runApp(
  root: string,
  dataFolder: string,
  flags: DevFlags,
): Promise<() => Promise<void>> {
  // Both stay the same when the host restarts, so that an open window stays signed in.
  const [port, token] = [await findFreePort(), createToken()]
  const server = await startWindowServer({ root, port: flags.port, hostPort: port })
  const options: LoopbackOptions = { dataFolder, windowFolder: join(root, 'dist', 'renderer'), port, token }
  const stopHost = runWatched({
    script: 'scripts/dev/hostProcess.ts',
    folders: hostFolders,
    inspect: flags.inspect,
    env: {
      // Uses Node's compile cache, because most of the time to load the sources is compilation.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      // Other users could read the token in an argument.
      LINKWRIGHT_DEV_HOST: JSON.stringify(options),
    },
  })
  const address = `${server.address}#token=${token}`
  console.log(`Linkwright is open at ${address}\nData and errors.log: ${dataFolder}\nPress Ctrl-C to stop.`)
  if (flags.open) openBrowser(address)
  return async () => {
    await Promise.all([server.close(), stopHost()])
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
