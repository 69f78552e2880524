import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { startApp } from '../tests/browser/appProcess.ts'
import { startChromium } from '../tests/browser/chromium.ts'
import { formatWhole, p95Figure, temporaryFolder, type Figure } from './measuring.ts'

/** The built app in the browser host, in its own process, with a Chromium that opens it. */
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Builds the app if needed and starts it on a temporary data folder, which `prepare` may fill. Throws if there is no Chromium. */
export async function openStage(prepare?: (folder: string) => Promise<unknown>) {
  const cleanups = new AsyncDisposableStack()
  const folder = cleanups.use(await temporaryFolder())
  await prepare?.(folder.path)
  const browser = cleanups.adopt(await startChromium(), (chromium) => chromium.close())
  const { address, end } = await startApp(folder.path)
  cleanups.defer(async () => void (await end('SIGTERM')))
  const newPage = async () => {
    const window = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    return await window.newPage()
  }
  return {
    /** With the token in its fragment. */
    address,
    browser,
    /** Returns a blank page with an empty cache. */
    newPage,
    /** Opens the app in such a page. */
    open: async () => {
      const page = await newPage()
      await page.goto(address)
      return page
    },
    [Symbol.asyncDispose]: () => cleanups.disposeAsync(),
  }
}

/** Scrolls with the wheel as fast as a fast user; the speed is in pixels per frame. */
export async function wheel(page: Page, pixels: number, frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    await page.mouse.wheel(0, pixels)
    await pause(16)
  }
}

/** Returns the figure of the window's frames during `work`, with the 95th percentile. */
export async function measureFrames(page: Page, what: string, work: () => Promise<void>): Promise<Figure> {
  const frameTimes = page.evaluate(recordFrames)
  await work()
  await page.evaluate(() => dispatchEvent(new Event('frames-end')))
  const frames = await frameTimes
  // Three frames at 60 Hz are almost exactly 50 ms.
  const slow = frames.filter((time) => Math.round(time) > 50).length
  return p95Figure(50, what, frames, {
    beside: `${slow} of ${formatWhole(frames.length)} over 50 ms`,
    promised: 'none over 50 ms',
    met: slow === 0,
  })
}

/** Runs in the page. Returns the milliseconds between its frames until an event. */
async function recordFrames(): Promise<number[]> {
  const times: number[] = []
  const end = new AbortController()
  addEventListener('frames-end', () => end.abort(), { once: true })
  while (!end.signal.aborted) times.push(await new Promise<number>(requestAnimationFrame))
  return times.slice(1).map((time, index) => time - (times[index] ?? NaN))
}
