import { EventEmitter } from 'node:events'
import { declaredEvents } from './declared.ts'
import { assertArgument } from './strict.ts'

/** Emits the events of a part of Electron. Rejects listeners to undeclared events. */
export class DeclaredEmitter extends EventEmitter {
  readonly #name: string
  readonly #events: ReadonlySet<string>

  constructor(name: string) {
    super()
    this.#name = name
    this.#events = declaredEvents(name)
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    assertArgument(this.#events.has(event), `${this.#name} has no event "${event}"`)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override emit(event: string, ...args: unknown[]): boolean {
    assertArgument(this.#events.has(event), `${this.#name} has no event "${event}"`)
    return super.emit(event, ...args)
  }
}
