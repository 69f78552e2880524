import { EventEmitter } from 'node:events'

/** Adds to a plain child process what Electron's utility processes have, and removes what they don't have. */
class ParentPort extends EventEmitter {
  readonly #send = process.send?.bind(process)

  postMessage(message: unknown): void {
    this.#send?.(structuredClone(message))
  }
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
Object.assign(process, { parentPort, send: undefined })
