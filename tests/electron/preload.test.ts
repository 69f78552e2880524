import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'preload')

interface Desktop {
  call: (name: string, input: unknown) => Promise<unknown>
  onOpenRequest: (show: (path: string) => void) => void
}

let exposed: Map<string, unknown>
let invoked: unknown[][]
let waiting: string | null
let heard: Map<string, (event: unknown, ...args: unknown[]) => void>

/** Runs the built preload script with nothing but `require('electron')`: no process, no Buffer, no other module. */
beforeEach(() => {
  exposed = new Map()
  invoked = []
  waiting = null
  heard = new Map()
  const electron = Object.freeze({
    contextBridge: Object.freeze({
      exposeInMainWorld: (name: string, api: unknown) => exposed.set(name, api),
    }),
    ipcRenderer: Object.freeze({
      invoke: (...args: unknown[]) => {
        invoked.push(args)
        const answer = args[0] === 'open-request' ? waiting : null
        waiting = null
        return Promise.resolve(answer)
      },
      on: (channel: string, listener: () => void) => heard.set(channel, listener),
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
  expect([...exposed.keys()]).toEqual(['desktop'])
  expect(Object.keys(exposed.get('desktop') as Desktop)).toEqual(['call', 'onOpenRequest'])
})

test('the preload script sends a call over its one channel, and returns nothing of the event', async () => {
  const { call } = exposed.get('desktop') as Desktop
  await call('links.list', { limit: 2 })
  await (call as (...args: unknown[]) => Promise<unknown>)('app.state', {}, 'more')
  expect(invoked).toEqual([
    ['call', 'links.list', { limit: 2 }],
    ['call', 'app.state', {}],
  ])
})

test('the preload script passes on open requests, each once, without the event', async () => {
  const { onOpenRequest } = exposed.get('desktop') as Desktop
  const shown: unknown[][] = []
  waiting = '/find/first'
  onOpenRequest((...args: unknown[]) => shown.push(args))
  await expect.poll(() => shown).toEqual([['/find/first']])
  waiting = '/find/second'
  heard.get('open-request')?.({ sender: 'secret' }, '/find/forged')
  await expect.poll(() => shown).toEqual([['/find/first'], ['/find/second']])
  heard.get('open-request')?.({})
  await Promise.resolve()
  expect(shown).toHaveLength(2)
  expect(invoked).toEqual([['open-request'], ['open-request'], ['open-request']])
})
