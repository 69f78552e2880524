import { EventEmitter } from 'node:events'

/** Gives a plain child process what a utility process of Electron has, and takes away what it has not. */
class ParentPort extends EventEmitter {
  readonly #send = process.send?.bind(process)

  postMessage(message: unknown): void {
    this.#send?.(structuredClone(message))
  }
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
Object.assign(process, { parentPort, send: undefined })
