import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkOptions } from './declared.ts'
import { afterReady, journal } from './state.ts'
import { demand, strict } from './strict.ts'

const parentPort = fileURLToPath(new URL('./parentPort.ts', import.meta.url))

/** A real process, whose script finds `process.parentPort` and no `process.send`, as in Electron. */
class UtilityProcess extends EventEmitter {
  readonly #child

  constructor(script: string) {
    super()
    const execArgv = ['--import', parentPort]
    this.#child = fork(script, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code) => this.emit('exit', code ?? 15))
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined
  }

  postMessage(message: unknown): void {
    this.#child.send(structuredClone(message) as object, () => undefined)
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM')
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (script: unknown, args: unknown = [], options: unknown = {}): UtilityProcess => {
    afterReady('utilityProcess.fork')
    demand(typeof script === 'string' && existsSync(script), `There is no script ${String(script)}`)
    demand(Array.isArray(args), 'The arguments must be an array')
    checkOptions('ForkOptions', options)
    journal.children.push({ script, options })
    return strict('child', new UtilityProcess(script))
  },
})
