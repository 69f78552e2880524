import type { Browser, BrowserContext } from 'playwright'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { startApp } from './appProcess.ts'
import { startChromium } from './chromium.ts'
import { watch, watchRequests } from './witness.ts'

/** One Chromium for all files that a worker runs, since each takes seconds to start. It ends with the worker. */
let chromium: Promise<Browser> | null = null

/** A page of a test ends before code that was compiled for speed, or threads that clean up beside it, have paid for themselves. */
const flags = ['--process-per-site', '--js-flags=--no-opt,--no-maglev,--single-threaded']

function sharedChromium(): Promise<Browser> {
  chromium ??= startChromium(flags).then((browser) => browser.once('disconnected', () => (chromium = null)))
  return chromium
}

/** The app in the browser host, in windows that are shared by the apps of one test file. */
export function browserHost(): AppHost {
  const contexts = new Map<string, Promise<BrowserContext>>()
  const newContext = async (options: OpenOptions['context']) => {
    const context = await (await sharedChromium()).newContext({ ...calm, ...options })
    context.setDefaultTimeout(60_000)
    return context
  }
  const contextFor = (options: OpenOptions['context']) => {
    const name = JSON.stringify(options ?? {})
    const context = contexts.get(name) ?? newContext(options)
    contexts.set(name, context)
    return context
  }
  return {
    name: 'browser host',
    open: async (dataFolder, options) => await open(await contextFor(options.context), dataFolder, options),
    end: async () => {
      for (const context of contexts.values()) await (await context).close()
      contexts.clear()
    },
  }
}

/** Things come and go at once: the window heeds the wish for less motion, and no test waits for an animation. */
const calm = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/**
 * Opens the app in a page of its own, in a context that all apps of a file share. Each has a port and so an origin of its
 * own: they share no storage, only the process that draws them, which would take a second to warm up for each.
 */
async function open(window: BrowserContext, dataFolder: string, { env }: OpenOptions): Promise<OpenedApp> {
  const app = await startApp(dataFolder, env)
  if (window.pages().length === 0) await keepWarm(window, app.address)
  const others = new Set(window.pages())
  const witness = watch(window)
  const page = await window.newPage()
  const answered = watchRequests(page)
  await page.goto(app.address)
  return {
    ...witness,
    page,
    output: app.output,
    end: async (how) => {
      if (how === 'in order') await answered()
      await witness.bodies()
      for (const own of window.pages().filter((one) => !others.has(one))) await own.close()
      witness.stop()
      const code = await app.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM')
      const fault = `The app ended with ${String(code)} instead of 0: ${app.output()}`
      return how === 'killed' || code === 0 ? null : fault
    },
  }
}

/** An empty page of the app's site, which asks the app for nothing, keeps the process alive between one app and the next. */
async function keepWarm(window: BrowserContext, address: string): Promise<void> {
  const page = await window.newPage()
  const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
  await page.route('**', (route) => route.fulfill(empty))
  await page.goto(new URL(address).origin)
}
