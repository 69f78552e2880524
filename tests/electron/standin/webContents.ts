import type {
  HandlerDetails,
  NavigationHistory,
  RenderProcessGoneDetails,
  WebContents as ElectronWebContents,
  WindowOpenHandlerResponse,
} from 'electron'
import type { ChromiumPage } from './chromiumPage.ts'
import { DeclaredEmitter } from './emitter.ts'
import { invoke } from './ipcMain.ts'
import { journal, createPreventableEvent } from './state.ts'
import { assertArgument, createStrict, isText } from './strict.ts'

type Used =
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'isDestroyed'
  | 'loadURL'
  | 'navigationHistory'
  | 'reload'
  | 'send'
  | 'setWebRTCIPHandlingPolicy'
  | 'setWindowOpenHandler'
type WebRtcPolicy = Parameters<ElectronWebContents['setWebRTCIPHandlingPolicy']>[0]
type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse

const ownPage = { origin: 'app://linkwright', main: true }

export class WebContents
  extends DeclaredEmitter
  implements
    Pick<ElectronWebContents, Exclude<Used, 'navigationHistory'>>,
    Record<'navigationHistory', Pick<NavigationHistory, 'goBack' | 'goForward'>>
{
  /** Not Electron's: the page's `beforeunload` wants to keep it open. */
  staysOpen = false
  /** Not Electron's: the calls that the page makes on `pagehide`, each by its name and input. */
  lastCalls: [name: string, input: unknown][] = []
  /** Not Electron's: the shown page, and how its window shows another. */
  url = ''
  show: (url: string) => Promise<void> = () => Promise.resolve()
  isGone = false
  /** Not Electron's: the page in Chromium, driven by a test. */
  chromium: ChromiumPage | null = null
  readonly navigationHistory = createStrict('navigationHistory', {
    goBack: () => void journal.steps.push('back'),
    goForward: () => void journal.steps.push('forward'),
  })
  #openHandler: OpenHandler | null = null
  #ending = false

  constructor() {
    super('WebContents')
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    assertArgument(typeof handler === 'function', 'setWindowOpenHandler takes a function')
    this.#openHandler = handler
  }

  /** Messages to a page that isn't listening yet are lost, as in Electron. */
  send(channel: string, ...args: unknown[]): void {
    assertArgument(isText(channel), 'webContents.send takes a channel')
    journal.sent.push([channel, ...args])
    this.chromium?.send(channel, args)
  }

  setWebRTCIPHandlingPolicy(policy: WebRtcPolicy): void {
    journal.webRtc.push(policy)
  }

  getURL(): string {
    return this.url
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  loadURL(url: string): Promise<void> {
    return this.show(url)
  }

  /** Not inside the event that reports its end, where the real one can crash the app (electron#51900). */
  reload(): void {
    assertArgument(!this.#ending, 'reload() inside of render-process-gone')
    if (this.chromium) this.chromium.reload()
    else void this.show(this.url)
  }

  forcefullyCrashRenderer(): void {
    if (this.chromium) this.chromium.crash()
    else this.endProcess('killed')
  }

  /** Not Electron's: the page's process ends. */
  endProcess(reason: RenderProcessGoneDetails['reason']): void {
    this.#ending = true
    this.emit('render-process-gone', {}, { reason, exitCode: 5 })
    this.#ending = false
  }

  /**
   * Not Electron's: returns the result of `window.open(url)` in the page. Without a handler, Electron opens a window.
   */
  open(url: string, { frameName = '', features = '' }: Partial<HandlerDetails> = {}): string {
    const referrer = { url: '', policy: 'default' } as const
    const details: HandlerDetails = { url, frameName, features, disposition: 'new-window', referrer }
    return this.#openHandler?.(details).action ?? 'allow'
  }

  /** Not Electron's: whether the page may navigate away. */
  attempt(name: string, url = 'https://example.com/', isMainFrame = true): boolean {
    const event = createPreventableEvent()
    this.emit(name, Object.assign(event, { url, isMainFrame }), url)
    return !event.defaultPrevented
  }

  /** Not Electron's: runs `beforeunload`. The app may close the window although the page objects. */
  mayClose(): boolean {
    return !this.staysOpen || !this.attempt('will-prevent-unload')
  }

  /**
   * Not Electron's: the page receives `pagehide`. What it sends then arrives before the window is gone, since both use the
   * same pipe; the answers are lost.
   */
  hide(): void {
    for (const call of this.lastCalls) void invoke(ownPage, 'call', call).catch(() => undefined)
  }
}
