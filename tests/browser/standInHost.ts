import { boot } from '../electron/standin/boot.ts'
import type { Desktop } from '../electron/standin/boot.ts'
import type { WindowCommands } from '../electron/standin/windowCommands.ts'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { sharedContext } from './sharedContexts.ts'
import { addressesOf } from './standIn/addresses.ts'
import { openStandInWindow } from './standIn/window.ts'
import type { Shown, StandInWindow } from './standIn/window.ts'
import { monitorContext } from './contextMonitor.ts'

/** The built desktop app without Electron's runtime: its main process under the stand-in, its window in Chromium. */
export function standInHost(): AppHost {
  return { name: 'stand-in desktop app', open: openStandIn }
}

/**
 * What makes Chromium more like Electron. A page cannot open a window by itself: `window.open` returns `null`, as after
 * `action: 'deny'`, and DevTools reports what was asked. `RenderDocument` is off because with it DevTools loses what a page sends on
 * `pagehide`, which Electron's channel delivers; the other features are those that Playwright turns off, since the last switch wins.
 */
const electronLike = [
  '--block-new-web-contents',
  '--disable-features=RenderDocument,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,PaintHolding',
]

let lastNumber = 0
/** Numbers of origins by data folder: what the window keeps lies there in life, and outlives a restart. */
const numbers = new Map<string, number>()

/** An app of the stand-in host, with its main process at hand. */
export interface StandInApp extends OpenedApp {
  desktop: Desktop
}

/** Opens the built app, or another main module. */
export async function openStandIn(
  dataFolder: string,
  { context: options, env, main }: OpenOptions & { main?: string },
): Promise<StandInApp> {
  const context = await sharedContext(options, electronLike)
  const number = numbers.get(dataFolder) ?? ++lastNumber
  numbers.set(dataFolder, number)
  const witness = monitorContext(context)
  const windows = new Map<number, Promise<StandInWindow>>()
  const desktop = boot(dataFolder, {
    ...(env && { env }),
    ...(main !== undefined && { main }),
    windows: (running) => commandsFor(windows, { context, desktop: running, addresses: addressesOf(number) }),
  })
  const closeAll = () =>
    Promise.all([...windows.values()].map(async (window) => await (await window).destroy()))
  // Without its main process, no window stays.
  const gone = desktop.ended.then(closeAll)
  await desktop.ask('untilLoaded')
  const first = await windows.get(1)
  if (!first) throw new Error(`The app has opened no window: ${desktop.output()}`)
  return {
    ...witness,
    bodies: async () => [...(await witness.bodies()), ...first.preload.answers],
    page: first.page,
    desktop,
    output: desktop.output,
    end: async (how) => {
      if (how === 'killed') desktop.signal('SIGKILL')
      else await quit(desktop, first)
      const { code } = await desktop.ended
      await gone
      await witness.bodies()
      witness.stop()
      return how === 'killed' || code === 0
        ? null
        : `The app ended with ${String(code)} instead of 0: ${desktop.output()}`
    },
  }
}

/** Ends the app as the system does when the computer is shut down: without a question. */
async function quit(desktop: Desktop, { preload }: StandInWindow): Promise<void> {
  await preload.answered()
  desktop.ask('shutDown').catch(() => undefined)
}

function commandsFor(
  windows: Map<number, Promise<StandInWindow>>,
  shown: Omit<Shown, 'id' | 'preload'>,
): WindowCommands {
  const window = async (id: number) => {
    const found = await windows.get(id)
    if (!found) throw new Error(`There is no window ${id}`)
    return found
  }
  return {
    open: async (id, { preload }) => {
      const opening = openStandInWindow({ ...shown, id, preload })
      windows.set(id, opening)
      await opening
    },
    load: async (id, url) => await (await window(id)).load(url),
    reload: async (id) => void (await (await window(id)).session.send('Page.reload')),
    send: async (id, channel, args) => await (await window(id)).preload.send(channel, args),
    crash: async (id) => {
      // It never answers.
      ;(await window(id)).session.send('Page.crash').catch(() => undefined)
    },
    close: async (id) => await (await window(id)).close(),
    destroy: async (id) => await (await window(id)).destroy(),
  }
}
