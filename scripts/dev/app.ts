import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openBrowser } from '../../loopback/browser.ts'
import { createToken, type LoopbackOptions } from '../../loopback/main.ts'
import type { DevFlags } from './flags.ts'
import { createRestartable } from './restartable.ts'
import { watchSources } from './watchSources.ts'
import { startWindowServer } from './windowServer.ts'

/** Sources of the browser host's process. */
const hostFolders = ['contract', 'core', 'loopback', 'service', 'sqlite']

/** Runs the window on Vite's dev server with the browser host behind it. Returns a function that stops both. */
export async function runApp(
  root: string,
  dataFolder: string,
  flags: DevFlags,
): Promise<() => Promise<void>> {
  // Kept across restarts, so that an open window stays signed in.
  const token = createToken()
  const options = { dataFolder, windowFolder: join(root, 'dist', 'renderer'), port: 0, token }
  const host = createRestartable(() => startHost(options, flags.inspect), readPort)
  const sources = watchSources(root, hostFolders, (file) => {
    console.log(`${file} changed: restarting the app.`)
    host.restart()
  })
  try {
    const server = await startWindowServer({ root, port: flags.port, hostPort: host.ready })
    await host.ready()
    const address = `${server.address}#token=${token}`
    console.log(`Linkwright is open at ${address}\nData and errors.log: ${dataFolder}\nPress Ctrl-C to stop.`)
    if (flags.open) openBrowser(address)
    return async () => {
      sources.close()
      await Promise.all([server.close(), host.stop()])
    }
  } catch (error) {
    sources.close()
    await host.stop()
    throw error
  }
}

function startHost(options: LoopbackOptions, inspect: number | undefined): ChildProcess {
  // Uses Node's compile cache, because most of the time to load the sources is compilation.
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node')
  const child = fork(join(import.meta.dirname, 'hostProcess.ts'), {
    env: { NODE_COMPILE_CACHE: cache, ...process.env },
    execArgv: inspect === undefined ? [] : [`--inspect=127.0.0.1:${inspect}`],
  })
  // Sent over IPC, because other users could read the token in an argument.
  child.send(options, () => undefined)
  return child
}

async function readPort(child: ChildProcess): Promise<number> {
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return port
}
