import { chromiumPage } from './chromiumPage.ts'
import type { ChromiumPage } from './chromiumPage.ts'
import { invoke } from './ipcMain.ts'
import { load } from './protocol.ts'
import { mayLoad } from './networkAccess.ts'
import { journal, createPreventableEvent } from './state.ts'
import { createStrict } from './strict.ts'

/** A frame as the main process sees it. */
export interface Frame {
  url: string
  isMain: boolean
}

/** A navigation that Chromium is about to begin, or was redirected in. */
export interface Navigation {
  url: string
  /** The navigating frame, with the URL that it shows now. */
  frame: Frame
  /** Whether the page started it: a link, a form, a script, a frame, `location.reload()`. */
  byPage: boolean
}

type NavigationEvent =
  | 'did-start-navigation'
  | 'will-frame-navigate'
  | 'will-navigate'
  | 'will-redirect'
  | 'did-redirect-navigation'

/** How the test process answers a request that Chromium has paused. */
export type Answer =
  | { from: 'nowhere' }
  | { from: 'network' }
  | { from: 'app'; status: number; headers: [name: string, value: string][]; body: Uint8Array }

function createFrame({ url, isMain }: Frame): object {
  const { origin, protocol, host } = new URL(url)
  const parent = isMain ? null : createStrict('frame', { parent: null })
  return createStrict('frame', { url, parent, origin: origin === 'null' ? `${protocol}//${host}` : origin })
}

/**
 * Emits one event with the arguments of `WebContents::EmitNavigationEvent` (electron_api_web_contents.cc) and returns
 * whether no listener prevented it.
 */
function emitNavigation(
  { contents }: ChromiumPage,
  event: NavigationEvent,
  { url, frame, byPage }: Navigation,
  isSameDocument = false,
): boolean {
  const ownFrame = createFrame(frame)
  const facts = {
    url,
    isSameDocument,
    isMainFrame: frame.isMain,
    frame: ownFrame,
    initiator: byPage ? ownFrame : null,
  }
  const details = Object.assign(createPreventableEvent(), facts)
  contents.emit(event, details, url, isSameDocument, frame.isMain, 1, 1)
  return !details.defaultPrevented
}

/**
 * Turns Chromium's reports about a page into Electron's events, in the order of its documentation (web-contents.md,
 * "Navigation Events") and of `ElectronNavigationThrottle`.
 */
export const pageEvents = {
  /** Returns whether the navigation may continue. Only navigations that the page started can be prevented. */
  navigate: (id: number, navigation: Navigation): boolean => {
    const page = chromiumPage(id)
    emitNavigation(page, 'did-start-navigation', navigation)
    if (!navigation.byPage) return true
    if (!emitNavigation(page, 'will-frame-navigate', navigation)) return false
    return !navigation.frame.isMain || emitNavigation(page, 'will-navigate', navigation)
  },
  redirect: (id: number, navigation: Navigation): boolean => {
    const page = chromiumPage(id)
    if (!emitNavigation(page, 'will-redirect', navigation)) return false
    emitNavigation(page, 'did-redirect-navigation', navigation)
    return true
  },
  navigated: (id: number, { url, isMain }: Frame, status: number): void => {
    const { contents } = chromiumPage(id)
    if (isMain) contents.url = url
    contents.emit('did-frame-navigate', {}, url, status, '', isMain, 1, 1)
    if (isMain) contents.emit('did-navigate', {}, url, status, '')
  },
  navigatedInPage: (id: number, navigation: Navigation): void => {
    const page = chromiumPage(id)
    emitNavigation(page, 'did-start-navigation', navigation, true)
    if (navigation.frame.isMain) page.contents.url = navigation.url
    page.contents.emit('did-navigate-in-page', {}, navigation.url, navigation.frame.isMain, 1, 1)
  },
  loadedInChromium: (id: number): void => {
    const { contents, events } = chromiumPage(id)
    journal.windows[id - 1]?.loaded.push(contents.url)
    contents.emit('dom-ready', {})
    contents.emit('did-frame-finish-load', {}, true, 1, 1)
    contents.emit('did-finish-load')
    events.onLoaded()
  },
  failedToLoad: (id: number, { url, isMain }: Frame, description: string): void => {
    chromiumPage(id).contents.emit('did-fail-load', {}, -2, description, url, isMain, 1, 1)
  },
  closedByPage: (id: number): void => chromiumPage(id).events.onClosed(),
  /** The app loads a page again. */
  showAgain: (url: string): Promise<void> => chromiumPage(1).contents.loadURL(url),
  crashed: (id: number): void => chromiumPage(id).contents.endProcess('killed'),
  /** Asks whether the window closes although the page's `beforeunload` objects. */
  closesAnyway: (id: number): boolean => !chromiumPage(id).contents.attempt('will-prevent-unload'),
  /** Asks `setWindowOpenHandler` what to do with a new window. */
  openFromPage: (id: number, url: string, details: { frameName: string; features: string }): string =>
    chromiumPage(id).contents.open(url, details),
  /** Answers a request of the page: refused by the session, from the app's protocol, or left to the network. */
  answer: async (url: string, method: string): Promise<Answer> => {
    if (!(await mayLoad(url))) return { from: 'nowhere' }
    if (!journal.schemes.some(({ scheme }) => url.startsWith(`${scheme}:`))) return { from: 'network' }
    const response = await load(url, { method })
    const body = new Uint8Array(await response.arrayBuffer())
    return { from: 'app', status: response.status, headers: [...response.headers], body }
  },
  /** Returns the result of `ipcRenderer.invoke` in the page's preload script. */
  invokeFromPage: (origin: string, channel: string, args: unknown[]) =>
    invoke({ origin, main: true }, channel, args),
}
