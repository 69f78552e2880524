import { join } from 'node:path'
import { _electron as electron } from 'playwright'
import { findRuntime } from '../../scripts/start/runtime.ts'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { monitorContext } from './contextMonitor.ts'

const root = join(import.meta.dirname, '..', '..')

/** Returns the desktop host if Electron can run here, otherwise `null`. */
export function desktopHost(): AppHost | null {
  const runtime = findRuntime(root, { platform: process.platform, env: process.env, uid: process.getuid?.() })
  if (runtime.state !== 'ready') return null
  const open = (dataFolder: string, options: OpenOptions) =>
    openWindow(runtime.executable, dataFolder, options)
  return { name: 'desktop', open }
}

async function openWindow(
  executablePath: string,
  dataFolder: string,
  { env, context }: OpenOptions,
): Promise<OpenedApp> {
  const app = await electron.launch({
    executablePath,
    args: [root, `--data-dir=${dataFolder}`],
    acceptDownloads: true,
    // Playwright turns the sandbox off by default, unlike the released app.
    chromiumSandbox: true,
    // Hides the user's session bus, so that no test touches their keys.
    env: definedOnly({ ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, ...env }),
    ...(context?.colorScheme ? { colorScheme: context.colorScheme } : {}),
  })
  const output: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const monitor = monitorContext(app.context())
  const page = await app.firstWindow()
  const end = async (how: 'in order' | 'killed') => {
    if (how === 'killed') app.process().kill('SIGKILL')
    await app.close()
    const { exitCode } = app.process()
    return how === 'killed' || exitCode === 0 ? null : `The app ended with ${String(exitCode)} instead of 0.`
  }
  return { ...monitor, page, output: () => output.join(''), end }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
