import { existsSync } from 'node:fs'
import type { BrowserContext } from 'playwright'
import { boot } from '../electron/standin/boot.ts'
import type { Desktop } from '../electron/standin/boot.ts'
import type { WindowCommands } from '../electron/standin/windowCommands.ts'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { monitorContext } from './contextMonitor.ts'
import { sharedContext, forgetStorage, keepWarm } from './sharedContexts.ts'
import { createAddresses, emptyAddress } from './standIn/addresses.ts'
import type { Addresses } from './standIn/addresses.ts'
import { openStandInWindow } from './standIn/window.ts'
import type { WindowOptions, StandInWindow } from './standIn/window.ts'

/** The data folder that uses each origin. */
const folders: string[] = []

/**
 * The built desktop app without Electron's runtime: its main process runs under the stand-in, its window in Chromium.
 */
export function standInHost(): AppHost {
  return { name: 'stand-in desktop app', open: openStandIn }
}

/**
 * Flags that make Chromium behave like Electron. `window.open` returns `null`, as after `action: 'deny'`.
 * `RenderDocument` is off, because DevTools would lose messages sent on `pagehide`. The others are Playwright's, since
 * the last switch wins.
 */
const electronFlags = [
  '--block-new-web-contents',
  '--disable-features=RenderDocument,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,PaintHolding',
]

/** A stand-in app with access to its main process. */
export interface StandInApp extends OpenedApp {
  desktop: Desktop
}

/** Opens the built app, or another main module. */
export async function openStandIn(
  dataFolder: string,
  { context: options, env, main }: OpenOptions & { main?: string },
): Promise<StandInApp> {
  const context = await sharedContext(options, electronFlags)
  const addresses = await chooseAddresses(context, dataFolder)
  const monitor = monitorContext(context)
  const windows = new Map<number, Promise<StandInWindow>>()
  const desktop = boot(dataFolder, {
    ...(env && { env }),
    ...(main !== undefined && { main }),
    windows: (running) => createWindowCommands(windows, { context, desktop: running, addresses }),
  })
  const closeAll = () =>
    Promise.all([...windows.values()].map(async (findWindow) => await (await findWindow).destroy()))
  // Without the main process, all windows close.
  const windowsClosed = desktop.exited.then(closeAll)
  await desktop.ask('untilLoaded')
  const firstWindow = await windows.get(1)
  if (!firstWindow) throw new Error(`The app has opened no window: ${desktop.output()}`)
  return {
    ...monitor,
    bodies: async () => [...(await monitor.bodies()), ...firstWindow.preload.answers],
    page: firstWindow.page,
    desktop,
    output: desktop.output,
    end: async (how) => {
      if (how === 'killed') desktop.signal('SIGKILL')
      else await quit(desktop, firstWindow)
      const { code } = await desktop.exited
      await windowsClosed
      await monitor.bodies()
      monitor.stop()
      return how === 'killed' || code === 0
        ? null
        : `The app ended with ${String(code)} instead of 0: ${desktop.output()}`
    },
  }
}

/** Ends the app as a system shutdown does, without asking. */
async function quit(desktop: Desktop, { preload }: StandInWindow): Promise<void> {
  await preload.waitForAnswers()
  desktop.ask('shutDown').catch(() => undefined)
}

function createWindowCommands(
  windows: Map<number, Promise<StandInWindow>>,
  options: Omit<WindowOptions, 'id' | 'preload'>,
): WindowCommands {
  const findWindow = async (id: number) => {
    const found = await windows.get(id)
    if (!found) throw new Error(`There is no window ${id}`)
    return found
  }
  return {
    open: async (id, { preload }) => {
      const opening = openStandInWindow({ ...options, id, preload })
      windows.set(id, opening)
      await opening
    },
    load: async (id, url) => await (await findWindow(id)).load(url),
    reload: async (id) => void (await (await findWindow(id)).session.send('Page.reload')),
    send: async (id, channel, args) => await (await findWindow(id)).preload.send(channel, args),
    crash: async (id) => {
      // This call is never answered.
      ;(await findWindow(id)).session.send('Page.crash').catch(() => undefined)
    },
    close: async (id) => await (await findWindow(id)).close(),
    destroy: async (id) => await (await findWindow(id)).destroy(),
  }
}

/**
 * Returns the addresses of an app. A data folder keeps its origin, so that the window's storage survives a restart. The
 * origin of a deleted folder is reused, because the renderer process caches compiled code by address.
 */
async function chooseAddresses(context: BrowserContext, folder: string): Promise<Addresses> {
  const warmPage = await keepWarm(context, emptyAddress)
  const ownIndex = folders.indexOf(folder)
  if (ownIndex >= 0) return createAddresses(ownIndex)
  const freeIndex = folders.findIndex((other) => !existsSync(other))
  const number = freeIndex >= 0 ? freeIndex : folders.length
  folders[number] = folder
  const addresses = createAddresses(number)
  await forgetStorage(warmPage, addresses.toChromium('app://linkwright'))
  return addresses
}
