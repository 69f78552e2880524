import type { CDPSession, Page } from 'playwright'
import { atMost, median } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Stage } from './stage.ts'

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

interface OpenTimes {
  wallMs: number
  cpuMs: number
}

/** Opens the app repeatedly, with an empty cache and with a full one, until *Create* responds to a keystroke. */
export async function measureOpening(stage: Stage, runs: number, limit: number): Promise<Figure> {
  const cold: OpenTimes[] = []
  for (let run = 0; run < runs; run++) {
    const watched = await watchPage(stage)
    cold.push(await openPage(watched, stage.address))
    await watched.page.context().close()
  }
  const warm: OpenTimes[] = []
  const watched = await watchPage(stage)
  await openPage(watched, stage.address)
  for (let run = 0; run < runs; run++) warm.push(await openPage(watched, stage.address))
  await watched.page.context().close()
  const wall = (times: OpenTimes[]) => median(times.map(({ wallMs }) => wallMs))
  const cpu = (times: OpenTimes[]) => median(times.map(({ cpuMs }) => cpuMs)).toFixed(0)
  return atMost('window: first byte until one can begin', wall(cold), {
    limit,
    unit: 'ms',
    beside: `${wall(warm).toFixed(0)} ms when opened before; CPU ${cpu(cold)} and ${cpu(warm)} ms`,
  })
}

interface Watched {
  page: Page
  session: CDPSession
}

async function watchPage(stage: Stage): Promise<Watched> {
  const context = await stage.window()
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
