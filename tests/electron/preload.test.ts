import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'preload')

interface Desktop {
  call: (name: string, input: unknown) => Promise<unknown>
  onOpenRequest: (show: (path: string) => void) => void
}

let exposedApis: Map<string, unknown>
let invocations: unknown[][]
let pendingPath: string | null
let listeners: Map<string, (event: unknown, ...args: unknown[]) => void>

/** Runs the built preload script with nothing but `require('electron')`: no process, no Buffer, no other module. */
beforeEach(() => {
  exposedApis = new Map()
  invocations = []
  pendingPath = null
  listeners = new Map()
  const electron = Object.freeze({
    contextBridge: Object.freeze({
      exposeInMainWorld: (name: string, api: unknown) => exposedApis.set(name, api),
    }),
    ipcRenderer: Object.freeze({
      invoke: (...args: unknown[]) => {
        invocations.push(args)
        const result = args[0] === 'open-request' ? pendingPath : null
        pendingPath = null
        return Promise.resolve(result)
      },
      on: (channel: string, listener: () => void) => listeners.set(channel, listener),
    }),
  })
  const require = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  const context = createContext({ require, module, exports: module.exports })
  runInContext(readFileSync(join(folder, 'preload.cjs'), 'utf8'), context, { filename: 'preload.cjs' })
})

test('the preload script is one file', () => {
  expect(readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name))).toEqual(['preload.cjs'])
})

test('the window gets only two functions', () => {
  expect([...exposedApis.keys()]).toEqual(['desktop'])
  expect(Object.keys(exposedApis.get('desktop') as Desktop)).toEqual(['call', 'onOpenRequest'])
})

test('the preload script sends a call over its one channel, and returns nothing of the event', async () => {
  const { call } = exposedApis.get('desktop') as Desktop
  await call('links.list', { limit: 2 })
  await (call as (...args: unknown[]) => Promise<unknown>)('app.state', {}, 'more')
  expect(invocations).toEqual([
    ['call', 'links.list', { limit: 2 }],
    ['call', 'app.state', {}],
  ])
})

test('the preload script passes on open requests, each once, without the event', async () => {
  const { onOpenRequest } = exposedApis.get('desktop') as Desktop
  const shownArguments: unknown[][] = []
  pendingPath = '/find/first'
  onOpenRequest((...args: unknown[]) => shownArguments.push(args))
  await expect.poll(() => shownArguments).toEqual([['/find/first']])
  pendingPath = '/find/second'
  listeners.get('open-request')?.({ sender: 'secret' }, '/find/forged')
  await expect.poll(() => shownArguments).toEqual([['/find/first'], ['/find/second']])
  listeners.get('open-request')?.({})
  await Promise.resolve()
  expect(shownArguments).toHaveLength(2)
  expect(invocations).toEqual([['open-request'], ['open-request'], ['open-request']])
})
