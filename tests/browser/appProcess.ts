import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { signals } from '../signals.ts'

const startScript = join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')

/** The app as started by `npm start -- --browser`, in its own process. */
export interface AppProcess {
  /** Includes the token in its fragment. */
  address: string
  pid: number
  /** Returns everything printed so far. */
  output: () => string
  signal: (signal: NodeJS.Signals) => void
  /** Ends it with a signal. Resolves with its exit code; `null` if the signal killed it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Hides the user's session bus, so that no test touches their keys. */
const isolatedEnv = { DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

/** Starts the built app with a data folder on a free or given port, and waits for its address. */
export async function startApp(
  dataFolder: string,
  env: NodeJS.ProcessEnv = {},
  port = 0,
): Promise<AppProcess> {
  const args = [
    ...signals.flags,
    startScript,
    '--browser',
    '--no-open',
    '--port',
    String(port),
    '--data-dir',
    dataFolder,
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...isolatedEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...signals.stdio],
  })
  let output = ''
  const exited = once(child, 'exit') as Promise<[number | null]>
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /Linkwright is open at (http:\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    }
    void exited.then(() => reject(new Error(`The app ended before it opened: ${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    signals.send(child, signal)
    const [code] = await exited
    return code
  }
  return {
    address,
    pid: child.pid ?? 0,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    end,
  }
}
