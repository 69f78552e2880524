import type { Browser } from 'playwright'
import type { AppHost, OpenedApp, OpenOptions } from './app.ts'
import { startApp } from './appProcess.ts'
import { startChromium } from './chromium.ts'
import { watch, watchRequests } from './witness.ts'

/** The app in the browser host, in a Chromium that is shared by the apps of one test file. */
export function browserHost(): AppHost {
  let starting: Promise<Browser> | null = null
  return {
    name: 'browser host',
    open: async (dataFolder, options) =>
      await open(await (starting ??= startChromium()), dataFolder, options),
    end: async () => {
      await (await starting)?.close()
      starting = null
    },
  }
}

async function open(browser: Browser, dataFolder: string, { context, env }: OpenOptions): Promise<OpenedApp> {
  const app = await startApp(dataFolder, env)
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })
  const witness = watch(window)
  const answered = watchRequests(window)
  const page = await window.newPage()
  await page.goto(app.address)
  return {
    ...witness,
    page,
    output: app.output,
    end: async (how) => {
      if (how === 'in order') await answered()
      await witness.bodies()
      await window.close()
      const code = await app.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM')
      const fault = `The app ended with ${String(code)} instead of 0: ${app.output()}`
      return how === 'killed' || code === 0 ? null : fault
    },
  }
}
