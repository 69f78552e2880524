import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'preload')

interface Desktop {
  call: (name: string, input: unknown) => Promise<unknown>
}

let exposed: Map<string, unknown>
let invoked: unknown[][]

/** Runs the built preload where there is nothing but `require('electron')`: no process, no Buffer, no other module. */
beforeEach(() => {
  exposed = new Map()
  invoked = []
  const electron = Object.freeze({
    contextBridge: Object.freeze({
      exposeInMainWorld: (name: string, api: unknown) => exposed.set(name, api),
    }),
    ipcRenderer: Object.freeze({ invoke: (...args: unknown[]) => Promise.resolve(invoked.push(args)) }),
  })
  const require = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  const context = createContext({ require, module, exports: module.exports })
  runInContext(readFileSync(join(folder, 'preload.cjs'), 'utf8'), context, { filename: 'preload.cjs' })
})

test('it is one file', () => {
  expect(readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name))).toEqual(['preload.cjs'])
})

test('the window gets one function and nothing else', () => {
  expect([...exposed.keys()]).toEqual(['desktop'])
  expect(Object.keys(exposed.get('desktop') as Desktop)).toEqual(['call'])
})

test('it carries a call over the one channel, and nothing of its event back', async () => {
  const { call } = exposed.get('desktop') as Desktop
  await call('links.list', { limit: 2 })
  await (call as (...args: unknown[]) => Promise<unknown>)('app.state', {}, 'more')
  expect(invoked).toEqual([
    ['call', 'links.list', { limit: 2 }],
    ['call', 'app.state', {}],
  ])
})
