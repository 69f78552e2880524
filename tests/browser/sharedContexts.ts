import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { sharedChromium } from './chromium.ts'

/** Things come and go at once: the window heeds the wish for less motion, and no test waits for an animation. */
const calm = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/** By what makes them differ. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** Returns the context with these options that all apps of a worker share, in the Chromium with these flags. */
export function sharedContext(
  options: BrowserContextOptions = {},
  flags: string[] = [],
): Promise<BrowserContext> {
  const name = JSON.stringify([options, flags])
  const open = async () => {
    const context = await (await sharedChromium(flags)).newContext({ ...calm, ...options })
    context.setDefaultTimeout(60_000)
    return context.once('close', () => contexts.delete(name))
  }
  const context = contexts.get(name) ?? open()
  contexts.set(name, context)
  return context
}

/** Forgets what another app has left in the browser, as if this one had an origin of its own. */
export async function forgetStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}
