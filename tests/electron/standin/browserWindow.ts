import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { realApp } from './app.ts'
import { ChromiumPage } from './chromiumPage.ts'
import { canStartPages } from './commandLine.ts'
import { checkOptions } from './declared.ts'
import { DeclaredEmitter } from './emitter.ts'
import { findGrantedPreferences } from './pagePermissions.ts'
import { load } from './protocol.ts'
import { scenario } from './scenario.ts'
import {
  assertReady,
  windowClosed,
  journal,
  pageLoaded,
  windowOpened,
  createPreventableEvent,
  progressShown,
  loadReleased,
  windowShown,
} from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'
import type { WithParametersOf } from './typed.ts'
import { WebContents } from './webContents.ts'
import { windowList } from './windowList.ts'

type Used =
  | 'close'
  | 'destroy'
  | 'focus'
  | 'isDestroyed'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'restore'
  | 'setProgressBar'
  | 'show'

class Window extends DeclaredEmitter implements Pick<ElectronWindow, Used> {
  static readonly all: Window[] = []
  readonly realContents = new WebContents()
  readonly webContents = createStrict('webContents', this.realContents)
  /** Always the same object, as in Electron. */
  readonly strictWindow = createStrict('window', this)
  readonly #journal: (typeof journal.windows)[number]
  #visible: boolean
  #minimized = false
  #painted = false
  #destroyed = false

  constructor(options: unknown) {
    super('BrowserWindow')
    assertReady('BrowserWindow')
    checkOptions('BrowserWindowConstructorOptions', options)
    const preferences = options['webPreferences'] ?? {}
    checkOptions('WebPreferences', preferences)
    checkPreferences(preferences)
    this.#visible = options['show'] !== false
    this.#journal = { options, powers: findGrantedPreferences(preferences), loaded: [], done: [] }
    journal.windows.push(this.#journal)
    Window.all.push(this)
    windowList.add(this)
    this.realContents.show = (url) => this.loadURL(url)
    if (scenario.window === 'chromium')
      new ChromiumPage(this.realContents, String(preferences['preload']), {
        onLoaded: () => this.#paint(),
        onClosed: () => this.destroy(),
      })
    realApp.emit('web-contents-created', {}, this.webContents)
    realApp.emit('browser-window-created', {}, this.strictWindow)
    windowOpened.resolve(undefined)
    return this.strictWindow
  }

  static getAllWindows(): Window[] {
    return Window.all.map(({ strictWindow }) => strictWindow)
  }

  /** A window that is in view has the focus. */
  static getFocusedWindow(): Window | null {
    return Window.all.find((window) => window.isVisible())?.strictWindow ?? null
  }

  static fromWebContents(contents: object): Window | null {
    return Window.all.find(({ webContents }) => webContents === contents)?.strictWindow ?? null
  }

  async loadURL(url: string): Promise<void> {
    assertArgument(isText(url), 'loadURL takes a string')
    this.#note()
    if (scenario.page === 'silent') await loadReleased.promise
    try {
      await this.#load(url)
    } finally {
      pageLoaded.resolve(undefined)
    }
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  isMinimized(): boolean {
    this.#note()
    return this.#minimized
  }

  isVisible(): boolean {
    this.#note()
    return this.#visible && !this.#minimized
  }

  restore(): void {
    this.#note('restore')
    this.#minimized = false
  }

  show(): void {
    this.#note('show')
    this.#visible = true
    windowShown.resolve(undefined)
    if (this.#journal.loaded.length > 0) setImmediate(() => this.#paint())
  }

  focus(): void {
    this.#note('focus')
  }

  setProgressBar(progress: number): void {
    assertArgument(typeof progress === 'number', 'setProgressBar takes a number')
    this.#note()
    journal.progress.push(progress)
    progressShown.resolve(undefined)
  }

  /**
   * As if a user closed it: the app and then the page may prevent it, and the page receives `pagehide` before it
   * closes.
   */
  close(): void {
    const event = createPreventableEvent()
    this.emit('close', event)
    if (event.defaultPrevented) realApp.onCloseCancelled()
    else setImmediate(() => void this.#unload())
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.realContents.isGone = true
    this.realContents.chromium?.destroy()
    windowList.delete(this)
    Window.all.splice(Window.all.indexOf(this), 1)
    this.emit('closed')
    this.realContents.emit('destroyed')
    windowClosed.resolve(undefined)
    if (windowList.size === 0) realApp.onAllClosed()
  }

  /** Not Electron's: the user minimizes it. */
  minimizeByHand(): void {
    this.#minimized = true
  }

  async #load(url: string): Promise<void> {
    if (!canStartPages()) {
      this.realContents.endProcess('launch-failed')
      throw new Error(`ERR_FAILED (-2) loading '${url}'`)
    }
    if (this.realContents.chromium) {
      await this.realContents.chromium.load(url)
      return
    }
    try {
      if (scenario.page === 'failing') throw new Error('net::ERR_FAILED')
      await load(url)
    } catch (error) {
      this.realContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', url, true, 1, 1)
      throw error
    }
    this.#journal.loaded.push(url)
    this.realContents.url = url
    if (scenario.page !== 'unpainted') this.#paint()
    this.realContents.emit('did-finish-load')
  }

  async #unload(): Promise<void> {
    if (this.#destroyed) return
    if (await this.#mayClose()) {
      this.realContents.hide()
      this.destroy()
    } else realApp.onCloseCancelled()
  }

  /** Chromium asks the page, and then the app through `closesAnyway`. */
  #mayClose(): Promise<boolean> | boolean {
    return this.realContents.chromium?.close() ?? this.realContents.mayClose()
  }

  /** When there is something to see. On some Wayland sessions, never before the window is shown. */
  #paint(): void {
    if (this.#painted || this.#destroyed) return
    this.#painted = true
    this.emit('ready-to-show')
  }

  /** Any use of a destroyed window throws, as in Electron. */
  #note(done?: string): void {
    assertArgument(!this.#destroyed, 'Object has been destroyed')
    if (done !== undefined) this.#journal.done.push(done)
  }
}

function checkPreferences(preferences: Record<string, unknown>): void {
  const { preload } = preferences
  assertArgument(typeof preload === 'string' && isAbsolute(preload), 'preload must be an absolute path')
  assertArgument(existsSync(preload), `Unable to load preload script: ${preload}`)
}

export { Window as RealWindow }
export const BrowserWindow = createStrict('BrowserWindow', Window) satisfies {
  getAllWindows: WithParametersOf<typeof ElectronWindow.getAllWindows, Pick<ElectronWindow, Used>[]>
  getFocusedWindow: () => Pick<ElectronWindow, Used> | null
  fromWebContents: (contents: object) => Pick<ElectronWindow, Used> | null
}
