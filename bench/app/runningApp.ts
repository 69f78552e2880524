import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The built app in the browser host, in its own process and data folder. */
export interface RunningApp {
  /** With the token in its fragment. */
  address: string
  close: () => Promise<void>
}

/** Keeps your keys out of it, and opens no window but the measured one. */
const isolated = { DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

/** Builds what is missing, starts the app and waits for its address. */
export async function startApp(given?: string): Promise<RunningApp> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'linkwright-bench-')))
  const args = [join(root, 'scripts', 'start.ts'), '--browser', '--no-open', '--data-dir', folder]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...isolated },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /open at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(`The app ended before it opened: ${output}`)))
  })
  return { address, close }
}
