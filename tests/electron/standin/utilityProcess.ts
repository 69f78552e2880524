import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { UtilityProcess as ElectronChild, utilityProcess as electronUtilityProcess } from 'electron'
import { checkOptions } from './declared.ts'
import { DeclaredEmitter } from './emitter.ts'
import { scenario } from './scenario.ts'
import { assertReady, journal } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'
import type { WithParametersOf } from './typed.ts'

const parentPort = fileURLToPath(new URL('./parentPort.ts', import.meta.url))

type Used = 'kill' | 'pid' | 'postMessage'

/** A real process, whose script finds `process.parentPort` and no `process.send`, as in Electron. */
class UtilityProcess extends DeclaredEmitter implements Pick<ElectronChild, Used> {
  readonly #child
  #running = false
  #killed = false

  constructor(script: string) {
    super('UtilityProcess')
    const execArgv = ['--import', parentPort]
    this.#child = fork(script, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('spawn', () => {
      this.#running = true
      this.emit('spawn')
      if (scenario.keyStore === 'fails') this.#fail()
    })
    this.#child.once('exit', (code) => {
      this.#running = false
      this.emit('exit', this.#killed ? 0 : (code ?? 15))
    })
  }

  /** Known from `spawn` to `exit`. */
  get pid(): number | undefined {
    return this.#running ? this.#child.pid : undefined
  }

  postMessage(message: unknown): void {
    this.#child.send(structuredClone(message) as object, () => undefined)
  }

  /** Does nothing before `spawn` and after `exit`. */
  kill(): boolean {
    this.#killed = this.#running && this.#child.kill('SIGTERM')
    return this.#killed
  }

  /** Simulates a fatal error of V8 in it, which Electron reports by `error` and then `exit`. */
  #fail(): void {
    this.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"header":{}}')
    this.#child.kill('SIGKILL')
  }
}

export const utilityProcess = createStrict('utilityProcess', {
  fork: (script, args = [], options = {}) => {
    assertReady('utilityProcess.fork')
    assertArgument(isText(script) && existsSync(script), `There is no script ${script}`)
    assertArgument(Array.isArray(args), 'The arguments must be an array')
    checkOptions('ForkOptions', options)
    journal.children.push({ script, options })
    return createStrict('child', new UtilityProcess(script))
  },
} satisfies { fork: WithParametersOf<typeof electronUtilityProcess.fork, Pick<ElectronChild, Used>> })
