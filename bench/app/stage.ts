import { chromium } from 'playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { browserVariable, findBrowserHere, quietFlags } from '../../scripts/browser.ts'
import { BenchError } from '../error.ts'
import { startApp } from './runningApp.ts'
import type { RunningApp } from './runningApp.ts'

/** The running app and a Chromium to open it. */
export interface Stage {
  app: RunningApp
  browser: Browser
  /** A browser context with an empty cache. */
  window: () => Promise<BrowserContext>
  close: () => Promise<void>
}

/** Starts the app on a temporary data folder. Throws `BenchError` if there is no Chromium. */
export async function openStage(folder?: string): Promise<Stage> {
  const executablePath = findBrowserHere()
  if (executablePath === null) {
    throw new BenchError(`There is no Chromium here. Name one by ${browserVariable}.`)
  }
  const app = await startApp(folder)
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath, args: quietFlags, chromiumSandbox: !isRoot })
  return {
    app,
    browser,
    window: () => browser.newContext({ viewport: { width: 1280, height: 800 } }),
    close: async () => {
      await browser.close()
      await app.close()
    },
  }
}

/** Completes the first run: the service on this computer, then the empty form. */
export async function tryLocal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it on this computer' }).click()
  await page.getByRole('form', { name: 'New link' }).waitFor()
}
