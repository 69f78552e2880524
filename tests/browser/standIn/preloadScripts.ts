import { readFileSync } from 'node:fs'

/** The isolated world of the preload script, and its function that reaches the test process. */
export const preloadWorld = 'Electron Isolated Context'
export const toTestProcess = 'toTestProcess'

/** Returns the script that runs first in the page's own world. It adds what `contextBridge` exposes. */
export function bridgeScript(): string {
  return `(${runInPage.toString()})()`
}

/** Returns the built preload script. Like a sandboxed one, it can require only `electron`. */
export function preloadScript(file: string): string {
  const code = readFileSync(file, 'utf8')
  return `(${runInPreloadWorld.toString()})((require, module, exports) => {${code}\n}, ${toTestProcess})`
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
function runInPage(): void {
  if (window !== window.top) return
  const callbacks: ((...args: unknown[]) => void)[] = []
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let result: Extract<ToPage, { kind: 'result' }> = { kind: 'result' }
  const callPreload = (name: string, key: string, args: unknown[]) => {
    const clonedArgs = args.map((arg) =>
      typeof arg === 'function'
        ? { callback: callbacks.push(arg as () => void) - 1 }
        : { value: structuredClone(arg) },
    )
    dispatchEvent(new CustomEvent<ToPreload>('to-preload', { detail: { name, key, args: clonedArgs } }))
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
function runInPreloadWorld(
  run: (require: unknown, module: object, exports: object) => void,
  send: (message: string) => void,
): void {
  if (window !== window.top) return
  const exposedApis = new Map<string, Record<string, (...args: unknown[]) => unknown>>()
  const openCalls = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>()
  let lastId = 0
  let lastPromise = 0
  const sendToPage = (detail: ToPage) => dispatchEvent(new CustomEvent('to-page', { detail }))
  const settle = (promise: number, value: Promise<unknown>) =>
    void value.then(
      (settled) => sendToPage({ kind: 'settled', promise, value: settled }),
      (error: unknown) => sendToPage({ kind: 'settled', promise, error: String(error) }),
    )
  const call = ({ name, key, args }: ToPreload) => {
    const clonedArgs = args.map((arg) =>
      'callback' in arg
        ? (...values: unknown[]) =>
            void sendToPage({ kind: 'callback', callback: arg.callback, args: values })
        : arg.value,
    )
    const value = exposedApis.get(name)?.[key]?.(...clonedArgs)
    if (!(value instanceof Promise)) {
      sendToPage({ kind: 'result', value })
      return
    }
    sendToPage({ kind: 'result', promise: ++lastPromise })
    settle(lastPromise, value)
  }
  addEventListener('to-preload', (event) => {
    try {
      call((event as CustomEvent<ToPreload>).detail)
    } catch (error) {
      sendToPage({ kind: 'result', error: String(error) })
    }
  })
  const contextBridge = {
    exposeInMainWorld: (name: string, api: Record<string, (...args: unknown[]) => unknown>) => {
      const nonFunction = Object.entries(api).find(([, value]) => typeof value !== 'function')
      if (nonFunction)
        throw new TypeError(`The stand-in's bridge takes functions only, not ${nonFunction[0]}`)
      exposedApis.set(name, api)
      sendToPage({ kind: 'expose', name, functions: Object.keys(api) })
    },
  }
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const answer = Promise.withResolvers<unknown>()
      openCalls.set(++lastId, answer)
      send(JSON.stringify({ id: lastId, channel, args: structuredClone(args) }))
      return await answer.promise
    },
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
  }
  // Called by the test process through the Runtime domain.
  Object.assign(globalThis, {
    answerInvoke: (id: number, answer: { value?: unknown; error?: string }) => {
      const openCall = openCalls.get(id)
      openCalls.delete(id)
      if (answer.error === undefined) openCall?.resolve(answer.value)
      else openCall?.reject(new Error(answer.error))
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
