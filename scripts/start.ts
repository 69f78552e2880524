import { build } from './start/build.ts'
import { runCommand } from './start/command.ts'
import { ensureRuntime, runDesktop } from './start/desktop.ts'
import { readFlags } from './start/flags.ts'

const root = `${import.meta.dirname}/..`

/**
 * Implements `npm start`: the desktop app if it can run, otherwise the same app in the browser. Returns the exit
 * code.
 */
async function start(args: string[]): Promise<number> {
  const flags = readFlags(args)
  if (!(await build(root, console.log))) return 1
  if (!flags.browser) {
    const result = await tryDesktop(flags.dataDir)
    if (typeof result === 'number') return result
    console.log(`Opening in the browser, because ${result}.`)
  }
  const { runInBrowser } = await builtBrowserHost()
  return await runInBrowser(flags)
}

/** Loaded only if needed, and from the build, because loading the sources would take four times as long. */
async function builtBrowserHost() {
  return (await import(`${root}/dist/loopback/loopback.js`)) as typeof import('./start/inBrowser.ts')
}

async function tryDesktop(dataFolder: string | undefined): Promise<number | string> {
  const machine = { platform: process.platform, env: process.env, uid: process.getuid?.() }
  const runtime = await ensureRuntime(root, machine)
  return 'reason' in runtime ? runtime.reason : await runDesktop(runtime.executable, root, dataFolder)
}

await runCommand(start)
