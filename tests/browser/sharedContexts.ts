import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { sharedChromium } from './chromium.ts'

/** Reduces motion, so that no test waits for an animation. */
const calm = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/** Contexts by their options. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** Returns the shared context with these options, in the Chromium with these flags. */
export function sharedContext(
  options: BrowserContextOptions = {},
  flags: string[] = [],
): Promise<BrowserContext> {
  const name = JSON.stringify([options, flags])
  const open = async () => {
    const context = await (await sharedChromium(flags)).newContext({ ...calm, ...options })
    context.setDefaultTimeout(Number(process.env['LINKWRIGHT_TEST_TIMEOUT_MS'] ?? 180_000) / 3)
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
