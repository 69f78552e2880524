import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { sharedChromium } from './chromium.ts'

/** Reduces motion, so that no test waits for an animation. */
const defaultOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/** Contexts by their options. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** Returns the shared context with these options, in the Chromium with these flags. */
export function sharedContext(
  options: BrowserContextOptions = {},
  flags: string[] = [],
): Promise<BrowserContext> {
  const name = JSON.stringify([options, flags])
  const open = async () => {
    const context = await (await sharedChromium(flags)).newContext({ ...defaultOptions, ...options })
    context.setDefaultTimeout(Number(process.env['LINKWRIGHT_TEST_TIMEOUT_MS'] ?? 360_000) / 3)
    return context.once('close', () => contexts.delete(name))
  }
  const context = contexts.get(name) ?? open()
  contexts.set(name, context)
  return context
}

/** Clears what another app left in the browser, as if each app had its own origin. */
export async function forgetStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}

const warmPages = new WeakMap<BrowserContext, Promise<Page>>()

/** Opens an empty page once in a context. It keeps the renderer process of its site alive between apps. */
export function keepWarm(context: BrowserContext, address: string): Promise<Page> {
  const open = async () => {
    const page = await context.newPage()
    const emptyPage = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
    await page.route('**', (route) => route.fulfill(emptyPage))
    await page.goto(address)
    const forget = () => void warmPages.delete(context)
    return page.once('crash', forget).once('close', forget)
  }
  const page = warmPages.get(context) ?? open()
  warmPages.set(context, page)
  return page
}
