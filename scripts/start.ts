import { build } from './start/build.ts'
import { provideRuntime, runDesktop } from './start/desktop.ts'
import { FlagError, help, readFlags } from './start/flags.ts'
import type { Flags } from './start/flags.ts'
import { endWithNpm } from './start/orphan.ts'

const root = `${import.meta.dirname}/..`

/**
 * Implements `npm start`: the desktop app if it can run, otherwise the same app in the browser. Returns the exit
 * code.
 */
async function start(flags: Flags): Promise<number> {
  if (flags.help) {
    console.log(help)
    return 0
  }
  if (!(await build(root, console.log))) return 1
  if (!flags.browser) {
    const ended = await tryDesktop(flags.dataFolder)
    if (typeof ended === 'number') return ended
    console.log(`Opening in the browser, because ${ended}.`)
  }
  const { runInBrowser } = await builtBrowserHost()
  return await runInBrowser(flags)
}

/** Loaded only if needed, and from the build, because loading the sources would take four times as long. */
async function builtBrowserHost() {
  return (await import(`${root}/dist/loopback/loopback.js`)) as typeof import('./start/inBrowser.ts')
}

async function tryDesktop(dataFolder: string | null): Promise<number | string> {
  const machine = { platform: process.platform, env: process.env, uid: process.getuid?.() }
  const runtime = await provideRuntime(root, machine)
  return 'why' in runtime ? runtime.why : await runDesktop(runtime.executable, root, dataFolder)
}

endWithNpm(process.env)
try {
  process.exitCode = await start(readFlags(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof FlagError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
// Exits explicitly, so that anything that still hangs, such as a key store, ends with the app.
process.exit()
