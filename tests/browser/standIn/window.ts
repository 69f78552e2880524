import type { BrowserContext, CDPSession, Page } from 'playwright'
import type { Desktop } from '../../electron/standin/boot.ts'
import type { Addresses } from './addresses.ts'
import { watchNavigations } from './navigations.ts'
import { runPreload } from './preload.ts'
import type { Preload } from './preload.ts'
import { serveRequests } from './requests.ts'

/** A `BrowserWindow` of the app, shown by Chromium. */
export interface StandInWindow {
  page: Page
  session: CDPSession
  preload: Preload
  load: (url: string) => Promise<void>
  close: () => Promise<boolean>
  destroy: () => Promise<void>
}

export interface WindowOptions {
  context: BrowserContext
  desktop: Desktop
  addresses: Addresses
  /** The window's id. */
  id: number
  /** The path of its preload script. */
  preload: string
}

/** Opens a page as the app's window, with the preload script and the app's answers. */
export async function openStandInWindow({
  context,
  desktop,
  addresses,
  id,
  preload: file,
}: WindowOptions): Promise<StandInWindow> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Page.enable')
  const navigations = await watchNavigations({ session, desktop, id, addresses })
  await serveRequests({ session, desktop, addresses, navigations })
  const preload = await runPreload(session, file, desktop, navigations.origin)
  let isClosing = false
  forwardPageEvents({ page, session, desktop, addresses, id })
  page.on('close', () => {
    if (!isClosing) desktop.ask('closedByPage', id).catch(() => undefined)
  })
  return {
    page,
    session,
    preload,
    load: async (url) => {
      const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()))
      const { errorText } = await session.send('Page.navigate', { url: addresses.toChromium(url) })
      if (errorText !== undefined) {
        await desktop.ask('failedToLoad', id, { url, isMain: true }, errorText.replace('net::', ''))
        throw new Error(`${errorText} loading '${url}'`)
      }
      await loaded
    },
    close: async () => {
      isClosing = true
      isClosing = await closePage(page, desktop, id)
      return isClosing
    },
    destroy: async () => {
      isClosing = true
      await page.close()
    },
  }
}

type PageConnection = Pick<WindowOptions, 'desktop' | 'addresses' | 'id'> &
  Pick<StandInWindow, 'page' | 'session'>

/** Reports the page's events to the app. */
function forwardPageEvents({ page, session, desktop, addresses, id }: PageConnection): void {
  const ignoreEnd = () => undefined
  session.on('Page.loadEventFired', () => void desktop.ask('loadedInChromium', id).catch(ignoreEnd))
  session.on('Inspector.targetCrashed', () => void desktop.ask('crashed', id).catch(ignoreEnd))
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
    const details = { frameName: windowName, features: windowFeatures.join(',') }
    desktop.ask('openFromPage', id, addresses.toApp(url), details).catch(ignoreEnd)
  })
  page.on('download', (download) => {
    const decide = async () => {
      if (await desktop.ask('mayDownload', addresses.toApp(download.url()))) return
      // A small file can arrive before it is cancelled.
      await download.cancel()
      await download.delete()
    }
    decide().catch(ignoreEnd)
  })
}

/**
 * Closes a page as a user does. First `beforeunload`, then the app can keep it open. Resolves with whether it closed.
 */
async function closePage(page: Page, desktop: Desktop, id: number): Promise<boolean> {
  const whenClosed = new Promise<boolean>((resolve) => {
    page.once('close', () => resolve(true))
    page.once('dialog', (dialog) => {
      const decide = async () => {
        const isIgnored = await desktop.ask('closesAnyway', id)
        await (isIgnored ? dialog.accept() : dialog.dismiss())
        if (!isIgnored) resolve(false)
      }
      void decide()
    })
  })
  await page.close({ runBeforeUnload: true })
  return await whenClosed
}
