import { readFileSync } from 'node:fs'

/** The isolated world of the preload script, and its function that reaches the test process. */
export const preloadWorld = 'Electron Isolated Context'
export const toTestProcess = 'toTestProcess'

/** Returns the script that runs in the page's own world first: what `contextBridge` adds to the page. */
export function bridgeScript(): string {
  return `(${pageSide.toString()})()`
}

/** The built preload script, with the same module and nothing else that a sandboxed one gets: \`require('electron')\`. */
export function preloadScript(file: string): string {
  const code = readFileSync(file, 'utf8')
  return `(${preloadSide.toString()})((require, module, exports) => {${code}\n}, ${toTestProcess})`
}

/** A message between the worlds: events carry only clones, like `contextBridge`. */
type ToPage =
  | { kind: 'expose'; name: string; functions: string[] }
  | { kind: 'result'; value?: unknown; error?: string; promise?: number }
  | { kind: 'settled'; promise: number; value?: unknown; error?: string }
  | { kind: 'callback'; callback: number; args: unknown[] }

interface ToPreload {
  name: string
  key: string
  args: ({ callback: number } | { value: unknown })[]
}

/** Runs in the page. Must be self-contained, because its source text is injected. */
function pageSide(): void {
  if (window !== window.top) return
  const callbacks: ((...args: unknown[]) => void)[] = []
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let result: Extract<ToPage, { kind: 'result' }> = { kind: 'result' }
  const callPreload = (name: string, key: string, args: unknown[]) => {
    const sent = args.map((arg) =>
      typeof arg === 'function'
        ? { callback: callbacks.push(arg as () => void) - 1 }
        : { value: structuredClone(arg) },
    )
    dispatchEvent(new CustomEvent<ToPreload>('to-preload', { detail: { name, key, args: sent } }))
    if (result.error !== undefined) throw new Error(result.error)
    if (result.promise === undefined) return result.value
    const promise = Promise.withResolvers<unknown>()
    promises.set(result.promise, promise)
    return promise.promise
  }
  const handle = (message: ToPage) => {
    if (message.kind === 'result') result = message
    else if (message.kind === 'callback') callbacks[message.callback]?.(...message.args)
    else if (message.kind === 'settled') {
      const promise = promises.get(message.promise)
      promises.delete(message.promise)
      if (message.error === undefined) promise?.resolve(message.value)
      else promise?.reject(new Error(message.error))
    } else {
      const call = (key: string) =>
        [key, (...args: unknown[]) => callPreload(message.name, key, args)] as const
      const value: object = Object.freeze(Object.fromEntries(message.functions.map(call)))
      Object.defineProperty(window, message.name, { value, enumerable: true })
    }
  }
  addEventListener('to-page', (event) => handle((event as CustomEvent<ToPage>).detail))
}

/** Runs in the isolated world. Must be self-contained, because its source text is injected. */
function preloadSide(
  run: (require: unknown, module: object, exports: object) => void,
  send: (message: string) => void,
): void {
  if (window !== window.top) return
  const exposed = new Map<string, Record<string, (...args: unknown[]) => unknown>>()
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>()
  let lastId = 0
  let lastPromise = 0
  const toPage = (detail: ToPage) => dispatchEvent(new CustomEvent('to-page', { detail }))
  const settle = (promise: number, value: Promise<unknown>) =>
    void value.then(
      (settled) => toPage({ kind: 'settled', promise, value: settled }),
      (error: unknown) => toPage({ kind: 'settled', promise, error: String(error) }),
    )
  const call = ({ name, key, args }: ToPreload) => {
    const clonedArgs = args.map((arg) =>
      'callback' in arg
        ? (...values: unknown[]) => void toPage({ kind: 'callback', callback: arg.callback, args: values })
        : arg.value,
    )
    const value = exposed.get(name)?.[key]?.(...clonedArgs)
    if (!(value instanceof Promise)) {
      toPage({ kind: 'result', value })
      return
    }
    toPage({ kind: 'result', promise: ++lastPromise })
    settle(lastPromise, value)
  }
  addEventListener('to-preload', (event) => {
    try {
      call((event as CustomEvent<ToPreload>).detail)
    } catch (error) {
      toPage({ kind: 'result', error: String(error) })
    }
  })
  const contextBridge = {
    exposeInMainWorld: (name: string, api: Record<string, (...args: unknown[]) => unknown>) => {
      const other = Object.entries(api).find(([, value]) => typeof value !== 'function')
      if (other) throw new TypeError(`The stand-in's bridge takes functions only, not ${other[0]}`)
      exposed.set(name, api)
      toPage({ kind: 'expose', name, functions: Object.keys(api) })
    },
  }
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const answer = Promise.withResolvers<unknown>()
      open.set(++lastId, answer)
      send(JSON.stringify({ id: lastId, channel, args: structuredClone(args) }))
      return await answer.promise
    },
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
  }
  // Called by the test process through the Runtime domain.
  Object.assign(globalThis, {
    answerInvoke: (id: number, answer: { value?: unknown; error?: string }) => {
      const asked = open.get(id)
      open.delete(id)
      if (answer.error === undefined) asked?.resolve(answer.value)
      else asked?.reject(new Error(answer.error))
    },
    receive: (channel: string, args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    },
  })
  const electron = Object.freeze({
    contextBridge: Object.freeze(contextBridge),
    ipcRenderer: Object.freeze(ipcRenderer),
  })
  const require = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  send(JSON.stringify({ id: 0 }))
  run(require, module, module.exports)
}
