import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const start = join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')

/** Replaces the program that opens a browser on Linux: keeps the address as its argument, as a browser does. */
export async function createFakeBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-opener-'))
  const openedFile = join(folder, 'opened')
  const opener = join(folder, 'xdg-open')
  await writeFile(opener, `#!/bin/sh\necho "$1" >> '${openedFile}'\nsleep 20\n`)
  await chmod(opener, 0o755)
  const env = {
    ...process.env,
    PATH: [folder, process.env['PATH'] ?? ''].join(delimiter),
    DISPLAY: ':99',
    WAYLAND_DISPLAY: undefined,
    DBUS_SESSION_BUS_ADDRESS: undefined,
    LINKWRIGHT_KEY_STORE: 'memory',
  }
  return {
    /** Starts the app as a user does. Resolves with its output up to the address. */
    start: async (dataFolder: string) => {
      const args = [start, '--browser', '--data-dir', dataFolder]
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = once(child, 'exit')
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      while (!/open (already )?at http:\S+\n/.test(output)) await once(child.stdout, 'data')
      return { output, exited, end: () => child.kill('SIGTERM') }
    },
    /** Resolves with the opened addresses once there are that many. */
    opened: async (count: number): Promise<string[]> => {
      for (;;) {
        const addresses = (await readFile(openedFile, 'utf8').catch(() => '')).split('\n').filter(Boolean)
        if (addresses.length >= count) return addresses
        await pause(20)
      }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
