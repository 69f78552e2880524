import type { CDPSession } from 'playwright'
import type { Desktop } from '../../electron/standin/boot.ts'
import type { Frame, Navigation } from '../../electron/standin/pageEvents.ts'
import type { Addresses } from './addresses.ts'

interface WatchOptions {
  session: CDPSession
  desktop: Desktop
  /** The window's id. */
  id: number
  addresses: Addresses
}

interface PausedRequest {
  frameId: string
  redirectedRequestId?: string
  request: { url: string; urlFragment?: string }
}

/** Translates Chromium's navigation reports into Electron's events. */
export interface Navigations {
  /** Asks the app about a navigation that Chromium paused before its first request or at a redirect. */
  mayRequest: (paused: PausedRequest) => Promise<boolean>
  /** Records the HTTP status of a document. */
  recordStatus: (frame: string, status: number) => void
  /** Returns the page's origin. */
  origin: () => string
}

/** Follows a page's frames. The order of Chromium's events is that of `NavigationRequest` and `FrameLoader`. */
export async function watchNavigations({
  session,
  desktop,
  id,
  addresses,
}: WatchOptions): Promise<Navigations> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const main = frameTree.frame.id
  const frameUrls = new Map<string, string>()
  /** Navigations requested by the page, by frame. Chromium reports them before they start. */
  const requestedUrls = new Map<string, string>()
  const startedNavigations = new Map<string, Navigation>()
  const statuses = new Map<string, number>()
  const toFrame = (frame: string): Frame => ({
    url: frameUrls.get(frame) ?? 'about:blank',
    isMain: frame === main,
  })
  const ignoreEnd = () => undefined

  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    // A dropped file requests a tab. Electron opens it only with `navigateOnDragDrop`.
    if (disposition === 'currentTab') requestedUrls.set(frameId, url)
  })
  session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
    if (/sameDocument$/i.test(navigationType)) return
    const byPage = requestedUrls.get(frameId) === url
    requestedUrls.delete(frameId)
    const navigation = { url: addresses.toApp(url), frame: toFrame(frameId), byPage }
    startedNavigations.set(frameId, navigation)
    statuses.delete(frameId)
    if (!isPaused(url)) void askUnpaused(navigation)
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    const url = addresses.toApp(`${frame.url}${frame.urlFragment ?? ''}`)
    frameUrls.set(frame.id, url)
    const status = statuses.get(frame.id) ?? -1
    if (!frame.url.startsWith('about:'))
      desktop.ask('navigated', id, toFrame(frame.id), status).catch(ignoreEnd)
  })
  session.on('Page.frameDetached', ({ frameId }) => void frameUrls.delete(frameId))
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    const navigation = { url: addresses.toApp(url), frame: toFrame(frameId), byPage: true }
    frameUrls.set(frameId, navigation.url)
    desktop.ask('navigatedInPage', id, navigation).catch(ignoreEnd)
  })

  /** Chromium starts these without a request that could be paused, so a prevented one is stopped. */
  async function askUnpaused(navigation: Navigation): Promise<void> {
    const isAllowed = await desktop.ask('navigate', id, navigation).catch(() => true)
    if (!isAllowed) await session.send('Page.stopLoading').catch(ignoreEnd)
  }

  return {
    recordStatus: (frame, status) => void statuses.set(frame, status),
    origin: () => toOrigin(frameUrls.get(main) ?? 'about:blank'),
    mayRequest: async ({ frameId, redirectedRequestId, request }) => {
      const url = addresses.toApp(`${request.url}${request.urlFragment ?? ''}`)
      const navigation = startedNavigations.get(frameId) ?? { url, frame: toFrame(frameId), byPage: false }
      if (redirectedRequestId === undefined) return await desktop.ask('navigate', id, navigation)
      return await desktop.ask('redirect', id, { ...navigation, url })
    },
  }
}

/** Returns whether Chromium pauses a navigation to a URL at its request. */
function isPaused(url: string): boolean {
  return /^(https?|file|ftp):/.test(url)
}

function toOrigin(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
