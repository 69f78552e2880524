import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { browserVariable, findBrowserHere, quietFlags } from '../../scripts/browser.ts'
import { BenchError, formatWhole, percentile, temporaryFolder } from '../measuring.ts'
import type { Figure } from '../measuring.ts'

/** The built app in the browser host, in its own process, and a Chromium to open it. */
export interface Stage extends AsyncDisposable {
  /** With the token in its fragment. */
  address: string
  browser: Browser
  /** A browser context with an empty cache. */
  window: () => Promise<BrowserContext>
}

const start = join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')
/** Keeps your keys out of it, and opens no window but the measured one. */
const isolated = { DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

/** Builds what is missing and starts the app on a data folder. Throws `BenchError` if there is no Chromium. */
export async function openStage(folder: string): Promise<Stage> {
  const executablePath = findBrowserHere()
  if (executablePath === null)
    throw new BenchError(`There is no Chromium here. Set ${browserVariable} to its path.`)
  const app = spawn(process.execPath, [start, '--browser', '--no-open', '--data-dir', folder], {
    env: { ...process.env, ...isolated },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(app, 'exit')
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    app.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /open at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(`The app ended before it opened: ${output}`)))
  })
  const chromiumSandbox = process.getuid?.() !== 0
  const browser = await chromium.launch({ executablePath, args: quietFlags, chromiumSandbox })
  return {
    address,
    browser,
    window: () => browser.newContext({ viewport: { width: 1280, height: 800 } }),
    async [Symbol.asyncDispose]() {
      await browser.close()
      app.kill('SIGTERM')
      await exited
    },
  }
}

/** Opens the app and completes the first run: the service on this computer, then the empty form. */
export async function openFirstTime(stage: Stage): Promise<Page> {
  const page = await (await stage.window()).newPage()
  await page.goto(stage.address)
  await page.getByRole('button', { name: 'Try it on this computer' }).click()
  await page.getByRole('form', { name: 'New link' }).waitFor()
  return page
}

/** Starts the app on a new data folder on which the first run is complete. */
export async function openUsedStage(): Promise<Stage> {
  const folder = await temporaryFolder()
  const stage = await openStage(folder.path)
  const page = await openFirstTime(stage)
  await page.context().close()
  return {
    ...stage,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Opens a screen of the main navigation. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
}

/** Returns the JavaScript heap of a window, in MB. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_048_576
}

/** Returns the milliseconds between the window's frames during `work`. */
export async function recordFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  const frames = page.evaluate(recordFramesInPage)
  await work()
  await page.evaluate(() => dispatchEvent(new Event('frames-end')))
  return await frames
}

function recordFramesInPage(): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = []
    let last = performance.now()
    let ended = false
    addEventListener('frames-end', () => (ended = true), { once: true })
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      if (ended) resolve(frames)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** Returns the figure of frames, with a percentile. Three frames at 60 Hz are almost exactly 50 ms. */
export function toFrameFigure(what: string, part: number, frames: readonly number[]): Figure {
  const slow = frames.filter((time) => Math.round(time) > 50).length
  return {
    what: `${what}, p${part * 100}`,
    measured: `${percentile(frames, part).toFixed(1)} ms`,
    beside: `${slow} of ${formatWhole(frames.length)} over 50 ms`,
    promised: 'none over 50 ms',
    met: slow === 0,
  }
}
