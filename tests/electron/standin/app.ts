import { accessSync, constants, mkdirSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { App as ElectronApp, CommandLine, RelaunchOptions } from 'electron'
import { commandLine, forgetNoSandbox } from './commandLine.ts'
import { checkOptions } from './declared.ts'
import { DeclaredEmitter } from './emitter.ts'
import { scenario } from './scenario.ts'
import { assertNotReady, becomeReady, appEnding, isReady, journal, createPreventableEvent } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'
import { windowList } from './windowList.ts'

const knownPaths = new Set(['appData', 'crashDumps', 'home', 'logs', 'sessionData', 'temp', 'userData'])

type Used =
  | 'enableSandbox'
  | 'exit'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setPath'
  | 'whenReady'

/** Starts and ends in the order of Electron's `shell/browser/browser.cc`. */
class App
  extends DeclaredEmitter
  implements Pick<ElectronApp, Used>, Record<'commandLine', Pick<CommandLine, 'hasSwitch'>>
{
  readonly isPackaged = scenario.isPackaged
  readonly commandLine = createStrict('app.commandLine', commandLine)
  readonly #ready = Promise.withResolvers<undefined>()
  #quitting = false
  #exiting = false
  #isShutDown = false
  #exitCode = 0

  constructor() {
    super('App')
  }

  getName(): string {
    return 'Linkwright'
  }

  getPath(name: string): string {
    const path = name === 'exe' ? scenario.executable : journal.paths[name]
    assertArgument(path !== undefined, `Failed to get '${name}' path`)
    return path
  }

  getVersion(): string {
    return '0.1.0'
  }

  enableSandbox(): void {
    assertNotReady('app.enableSandbox()')
    journal.sandboxed = true
    forgetNoSandbox()
  }

  setPath(name: string, path: string): void {
    assertArgument(knownPaths.has(name), `Failed to set path "${name}"`)
    assertArgument(isText(path) && isAbsolute(path), 'Path must be absolute')
    journal.paths[name] = path
  }

  /** Also `false` if the lock can't be written (`LOCK_ERROR` in electron_api_app.cc). */
  requestSingleInstanceLock(): boolean {
    return !scenario.isSecondInstance && canWrite(this.getPath('userData'))
  }

  releaseSingleInstanceLock(): void {
    journal.releasedLock = true
  }

  /** The new process starts when this one has ended; the test starts it. */
  relaunch(options: RelaunchOptions): void {
    const { args = [] } = options
    checkOptions('RelaunchOptions', options)
    journal.relaunches.push(args)
  }

  setAppUserModelId(id: string): void {
    assertArgument(isText(id), 'setAppUserModelId takes a string')
    journal.userModelId = id
  }

  setAboutPanelOptions(options: object): void {
    checkOptions('AboutPanelOptionsOptions', options)
    journal.about = options
  }

  async whenReady(): Promise<void> {
    await this.#ready.promise
  }

  /** Listeners to `before-quit` or `will-quit`, and every window, may prevent the end. */
  quit(): void {
    if (this.#quitting) return
    this.#quitting = this.#allows('before-quit')
    if (!this.#quitting) return
    if (windowList.size === 0) this.#notifyAndShutDown()
    else for (const window of [...windowList]) window.close()
  }

  /** Before it is ready, Electron ends immediately. Later, it removes the windows without notifying their pages. */
  exit(code = 0): void {
    assertArgument(typeof code === 'number', 'app.exit takes a number')
    if (!isReady()) process.exit(code)
    this.#exitCode = code
    this.#quitting = true
    this.#exiting = true
    if (windowList.size === 0) this.#shutDown()
    else for (const window of [...windowList]) window.destroy()
  }

  /** Not Electron's: a window reports that it stays open, so the app does too. */
  onCloseCancelled(): void {
    this.#quitting = false
  }

  /** Not Electron's: reports that the last window is gone. */
  onAllClosed(): void {
    if (this.#exiting) this.#shutDown()
    else if (this.#quitting) this.#notifyAndShutDown()
    else if (!this.emit('window-all-closed')) this.quit()
  }

  /** Not Electron's: the runner calls it when the main module has run, as Electron does. */
  becomeReady(): void {
    assertArgument(!isReady(), 'app is ready already')
    becomeReady()
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
    if (this.#isShutDown) this.#end()
  }

  #allows(name: 'before-quit' | 'will-quit'): boolean {
    const event = createPreventableEvent()
    this.emit(name, event)
    return !event.defaultPrevented
  }

  #notifyAndShutDown(): void {
    if (this.#isShutDown) return
    const isAllowed = this.#allows('will-quit')
    appEnding.resolve(undefined)
    if (isAllowed) this.#shutDown()
    else this.#quitting = false
  }

  #shutDown(): void {
    if (this.#isShutDown) return
    this.#isShutDown = true
    this.#quitting = true
    this.emit('quit', {}, this.#exitCode)
    // If the app isn't ready yet, it ends once it is.
    if (isReady()) this.#end()
  }

  /** Work of this turn of the event loop is still done. */
  #end(): void {
    setImmediate(() => process.exit(this.#exitCode))
  }
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const realApp = new App()
export const app = createStrict('app', realApp)
