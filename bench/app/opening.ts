import type { BrowserContext, CDPSession, Page } from 'playwright'
import { median } from '../service/median.ts'
import type { Stage } from './stage.ts'

/** From the page's first byte until *Create* responds to a keystroke, in milliseconds. */
export interface Opening {
  name: string
  medianMs: number
  worstMs: number
  /** CPU time of the window's main thread within the median. */
  medianCpuMs: number
}

interface OpenTimes {
  wallMs: number
  cpuMs: number
}

/**
 * Runs in the page before its own scripts. The form is ready once it is drawn and the main thread is idle: the
 * message is handled after the frame and every task queued before it.
 */
const watchForFormScript = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('form[aria-label="New link"] input')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { globalThis.interactiveAt = performance.now() }
      port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })`

const sinceFirstByteScript = `new Promise((found) => {
  const look = () => globalThis.interactiveAt === undefined
    ? setTimeout(look, 20)
    : found(globalThis.interactiveAt - performance.getEntriesByType('navigation')[0].responseStart)
  look()
})`

/** Opens the app repeatedly, in windows without a cache and in one with it. */
export async function measureOpening(stage: Stage, runs: number): Promise<Opening[]> {
  const cold: OpenTimes[] = []
  for (let run = 0; run < runs; run++) {
    const context = await stage.window()
    cold.push(await openPage(await watchPage(context), stage.app.address))
    await context.close()
  }
  const context = await stage.window()
  const window = await watchPage(context)
  const warm: OpenTimes[] = []
  await openPage(window, stage.app.address)
  for (let run = 0; run < runs; run++) warm.push(await openPage(window, stage.app.address))
  await context.close()
  return [summarize('nothing in the cache', cold), summarize('opened before', warm)]
}

interface Watched {
  page: Page
  session: CDPSession
}

async function watchPage(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage()
  await page.addInitScript(watchForFormScript)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}

async function openPage({ page, session }: Watched, address: string): Promise<OpenTimes> {
  // The token is in the fragment, and changing only the fragment doesn't load the page.
  await page.goto('about:blank')
  const before = await taskMs(session)
  await page.goto(address)
  const wallMs = await page.evaluate<number>(sinceFirstByteScript)
  return { wallMs, cpuMs: (await taskMs(session)) - before }
}

/** Returns the CPU time of all tasks of the window's main thread so far. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
}

function summarize(name: string, opened: OpenTimes[]): Opening {
  const wall = opened.map(({ wallMs }) => wallMs)
  const medianCpuMs = median(opened.map(({ cpuMs }) => cpuMs))
  return { name, medianMs: median(wall), worstMs: Math.max(...wall), medianCpuMs }
}
