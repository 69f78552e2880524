import type { Page } from 'playwright'
import { tryLocal } from '../../tests/browser/userActions.ts'
import { limitedFigure, median, repeat, type Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { openStage, type Stage } from '../window.ts'
import { measureTyping } from './typing.ts'

/** Measures the built window in a real Chromium: how fast it opens, and how fast it responds to typing in each kind of field. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure> {
  await using stage = await openStage()
  const page = await stage.open()
  await tryLocal(page)
  await page.context().close()
  yield await measureOpening(stage, quick ? 5 : 15)
  yield* measureTyping(stage, quick ? 100 : 500)
}

/**
 * Runs in the page before its own scripts. The form is ready once it is drawn and the main thread is idle: the message
 * is handled after the frame and all tasks queued before it.
 */
const watchForFormScript = `globalThis.untilReady = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[aria-label="New link"] input')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      const [{ responseStart }] = performance.getEntriesByType('navigation')
      port1.onmessage = () => resolve(performance.now() - responseStart)
      port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })
})`

/** Opens the app repeatedly, with an empty cache and with a full one, until *Create* responds to a keystroke. */
async function measureOpening(stage: Stage, runs: number): Promise<Figure> {
  const times = await repeat(runs, async () => {
    const page = await stage.newPage()
    await page.addInitScript(watchForFormScript)
    // Chromium caches compiled code only when a script is loaded for the second time.
    const [cold = NaN, , warm = NaN] = await repeat(3, () => openAt(page, stage.address))
    await page.context().close()
    return { cold, warm }
  })
  const beside = `${median(times.map(({ warm }) => warm)).toFixed(0)} ms with a warm cache`
  const cold = median(times.map((time) => time.cold))
  return limitedFigure('window: first byte until the form is ready', cold, { limit: 500, unit: 'ms', beside })
}

/** Returns the milliseconds from the first byte until the form is ready. */
async function openAt(page: Page, address: string): Promise<number> {
  // The token is in the fragment, and changing only the fragment doesn't load the page.
  await page.goto('about:blank')
  await page.goto(address)
  return await page.evaluate<number>('untilReady')
}
