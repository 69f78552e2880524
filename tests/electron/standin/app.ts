import { EventEmitter } from 'node:events'
import { isAbsolute } from 'node:path'
import { commandLine, forgetNoSandbox } from './commandLine.ts'
import { beforeReady, becomeReady, isReady, journal, preventable } from './state.ts'
import { demand, strict } from './strict.ts'

const knownEvents = new Set([
  'activate',
  'before-quit',
  'open-url',
  'quit',
  'ready',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
])
const knownPaths = new Set(['appData', 'crashDumps', 'home', 'logs', 'sessionData', 'temp', 'userData'])

class App extends EventEmitter {
  readonly isPackaged = process.env['STANDIN_PACKAGED'] !== undefined
  readonly commandLine = commandLine
  #ready = Promise.withResolvers<undefined>()

  override on(event: string, listener: (...args: never[]) => void): this {
    demand(knownEvents.has(event), `app has no event "${event}"`)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  getVersion(): string {
    return '0.1.0'
  }

  enableSandbox(): void {
    beforeReady('app.enableSandbox()')
    journal.sandboxed = true
    forgetNoSandbox()
  }

  setPath(name: unknown, path: unknown): void {
    demand(typeof name === 'string' && knownPaths.has(name), `Failed to set path "${String(name)}"`)
    demand(typeof path === 'string' && isAbsolute(path), 'Path must be absolute')
    journal.paths[name] = path
  }

  getPath(name: unknown): string {
    demand(name === 'exe', `Failed to get '${String(name)}' path`)
    return process.env['STANDIN_EXE'] ?? process.execPath
  }

  requestSingleInstanceLock(): boolean {
    return process.env['STANDIN_SECOND'] === undefined
  }

  setAsDefaultProtocolClient(...client: unknown[]): boolean {
    const [scheme, program, args = []] = client
    demand(
      typeof scheme === 'string' && typeof program === 'string',
      'A protocol client is a scheme and a program',
    )
    demand(Array.isArray(args), 'The arguments must be an array')
    journal.protocolClients.push(client)
    return true
  }

  whenReady(): Promise<undefined> {
    return this.#ready.promise
  }

  /** As the real one does it: whoever listens may hold the end back and ask for it again. */
  quit(): void {
    for (const name of ['before-quit', 'will-quit']) {
      const event = preventable()
      this.emit(name, event)
      if (event.defaultPrevented) return
    }
    this.exit(0)
  }

  exit(code: unknown = 0): void {
    demand(typeof code === 'number', 'app.exit takes a number')
    process.exit(code)
  }

  /** Not Electron's: the driver calls it when the main module has run to its end, as Electron does. */
  becomeReady(): void {
    demand(!isReady(), 'app is ready already')
    becomeReady()
    this.emit('ready')
    this.#ready.resolve(undefined)
  }
}

export const realApp = new App()
export const app = strict('app', realApp)
