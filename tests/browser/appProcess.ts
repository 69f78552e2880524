import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { signals } from '../signals.ts'

const start = join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')

/** The app as a person starts it with `npm start -- --browser`, in a process of its own. */
export interface AppProcess {
  /** With the token in its fragment. */
  address: string
  /** Everything that it has printed so far. */
  output: () => string
  /** Ends it by a signal and gives its exit code; `null` when the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** A person's session bus stays out of the tests: no test may touch the keys of whoever runs it. */
const isolated = { DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

/** Starts the built app on a data folder, on any free port or on one, and waits for its address. */
export async function startApp(
  dataFolder: string,
  env: NodeJS.ProcessEnv = {},
  port = 0,
): Promise<AppProcess> {
  const args = [
    ...signals.flags,
    start,
    '--browser',
    '--no-open',
    '--port',
    String(port),
    '--data-dir',
    dataFolder,
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...isolated, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...signals.stdio],
  })
  let output = ''
  const exited = once(child, 'exit') as Promise<[number | null]>
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /open at (http:\S+)/.exec(output)?.[1]
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
  return { address, output: () => output, end }
}
