import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { realApp } from './app.ts'
import { checkOptions } from './declared.ts'
import { load } from './protocol.ts'
import { afterReady, journal, loaded, preventable } from './state.ts'
import { demand, strict } from './strict.ts'

/**
 * What a page must not have, each with whether Electron gives it to a window that does not say: the rules of Electron's
 * own security guide, and the spelling dictionaries, which Chromium fetches from a server of its own.
 */
const powers: Record<string, { when: boolean; byDefault: boolean }> = {
  allowRunningInsecureContent: { when: true, byDefault: false },
  contextIsolation: { when: false, byDefault: false },
  experimentalFeatures: { when: true, byDefault: false },
  navigateOnDragDrop: { when: true, byDefault: false },
  nodeIntegration: { when: true, byDefault: false },
  nodeIntegrationInSubFrames: { when: true, byDefault: false },
  nodeIntegrationInWorker: { when: true, byDefault: false },
  sandbox: { when: false, byDefault: false },
  spellcheck: { when: true, byDefault: true },
  webSecurity: { when: false, byDefault: false },
  webviewTag: { when: true, byDefault: false },
}

/** What a window with these preferences gives its page, as `name: value`. */
function powersOf(preferences: Record<string, unknown>): string[] {
  return Object.entries(powers)
    .filter(([name, { when, byDefault }]) => (name in preferences ? preferences[name] === when : byDefault))
    .map(([name, { when }]) => `${name}: ${String(when)}`)
}

const contentsEvents = new Set([
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-redirect',
])

class WebContents extends EventEmitter {
  #openHandler: ((details: { url: string }) => { action: string }) | null = null

  override on(event: string, listener: (...args: never[]) => void): this {
    demand(contentsEvents.has(event), `The stand-in's webContents has no event "${event}"`)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  setWindowOpenHandler(handler: unknown): void {
    demand(typeof handler === 'function', 'setWindowOpenHandler takes a function')
    this.#openHandler = handler as (details: { url: string }) => { action: string }
  }

  /** What goes to a page that is not listening yet is lost, as in life. */
  send(channel: unknown, ...args: unknown[]): void {
    demand(typeof channel === 'string', 'webContents.send takes a channel')
    journal.sent.push([channel, ...args])
  }

  /** Not Electron's: what `window.open(url)` in the page leads to. Without a handler Electron opens a window. */
  open(url: string): string {
    return this.#openHandler?.({ url }).action ?? 'allow'
  }

  /** Not Electron's: whether the page may do what would lead elsewhere. */
  attempt(event: string): boolean {
    const asked = preventable()
    this.emit(event, asked, 'https://example.com/')
    return !asked.defaultPrevented
  }
}

class Window extends EventEmitter {
  static readonly all: Window[] = []
  readonly realContents = new WebContents()
  readonly webContents = strict('webContents', this.realContents)
  readonly #journal: (typeof journal.windows)[number]

  constructor(options: unknown) {
    super()
    afterReady('BrowserWindow')
    checkOptions('BrowserWindowConstructorOptions', options)
    const preferences = options['webPreferences'] ?? {}
    checkOptions('WebPreferences', preferences)
    checkPreferences(preferences)
    this.#journal = {
      options,
      powers: powersOf(preferences),
      loaded: [],
      done: [],
    }
    journal.windows.push(this.#journal)
    Window.all.push(this)
    realApp.emit('web-contents-created', {}, this.webContents)
    return strict('window', this)
  }

  static getAllWindows(): Window[] {
    return [...Window.all]
  }

  async loadURL(url: unknown): Promise<void> {
    demand(typeof url === 'string', 'loadURL takes a string')
    const answer = await load(url)
    if (!answer.ok) throw new Error(`${answer.status} for ${url}`)
    this.#journal.loaded.push(url)
    this.emit('ready-to-show')
    loaded.resolve(undefined)
  }

  isMinimized(): boolean {
    return !this.#journal.done.includes('restore')
  }

  restore = () => this.#journal.done.push('restore')
  show = () => this.#journal.done.push('show')
  focus = () => this.#journal.done.push('focus')

  /** Not Electron's: the person closes the window. */
  closeByHand(): void {
    Window.all.splice(Window.all.indexOf(this), 1)
    this.emit('closed')
    if (Window.all.length === 0 && !realApp.emit('window-all-closed')) realApp.quit()
  }
}

function checkPreferences(preferences: Record<string, unknown>): void {
  const { preload } = preferences
  demand(typeof preload === 'string' && isAbsolute(preload), 'preload must be an absolute path')
  demand(existsSync(preload), `Unable to load preload script: ${preload}`)
}

export { Window as RealWindow }
export const BrowserWindow = strict('BrowserWindow', Window)
