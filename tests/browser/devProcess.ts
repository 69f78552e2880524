import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'dev.ts')

/** `npm run dev` in its own process. */
export interface DevProcess {
  /** Includes the token in its fragment. */
  address: string
  output: () => string
  /** Resolves when the output contains the text. */
  waitForOutput: (text: string) => Promise<void>
  /** Ends it with SIGTERM. Resolves with its exit code. */
  end: () => Promise<number | null>
}

/** Starts the dev server on a free port without a session bus, and waits for its address. */
export async function startDev(dataFolder: string): Promise<DevProcess> {
  const args = [script, '--no-open', '--port', '0', '--data-dir', dataFolder]
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, NODE_ENV: 'development' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const exited = once(child, 'exit') as Promise<[number | null]>
  const waitForOutput = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => output.includes(text) && resolve()
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check)
      void exited.then(() => reject(new Error(`It ended before it printed "${text}": ${output}`)))
      check()
    })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await waitForOutput('Press Ctrl-C to stop.')
  const address = /open at (http:\S+)/.exec(output)?.[1] ?? ''
  const end = async () => {
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }
  return { address, output: () => output, waitForOutput, end }
}
