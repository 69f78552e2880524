import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

let app: App
let folder: string
let other: Server | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  other?.close()
  other = null
  await removeFolder(folder)
})

/** Closes the app, lets another program take its service's port, and reopens the app. Returns the port. */
async function reopenOnTakenPort(): Promise<number> {
  const { baseUrl } = await app.get('profiles.tryLocal', {})
  await app.core.close()
  const port = Number(new URL(baseUrl).port)
  await occupyPort(port)
  app = await startApp(folder)
  return port
}

async function occupyPort(port: number): Promise<void> {
  other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
}

async function freePort(): Promise<void> {
  other?.close()
  if (other) await once(other, 'close')
  other = null
}

it('the embedded service keeps running after its first start, and reports no state if no profile needs it', async () => {
  expect(await app.get('embedded.state', {})).toEqual({ port: null, problem: null })
  const { baseUrl } = await app.get('profiles.tryLocal', {})
  expect(await app.get('embedded.state', {})).toEqual({ port: Number(new URL(baseUrl).port), problem: null })
})

it('a taken port is reported from the start, and used again when free', async () => {
  const port = await reopenOnTakenPort()
  const expectedState = { port, problem: expect.objectContaining({ code: 'embedded_port_taken' }) as unknown }
  expect(await app.get('embedded.state', {})).toEqual(expectedState)
  expect(await app.get('embedded.start', { port: 'same' })).toEqual(expectedState)
  await freePort()
  expect(await app.get('embedded.start', { port: 'same' })).toEqual({ port, problem: null })
  expect(await app.get('embedded.state', {})).toEqual({ port, problem: null })
})

it('the embedded service moves to another port on request, with its profile, and stays there', async () => {
  const oldPort = await reopenOnTakenPort()
  const { port, problem } = await app.get('embedded.start', { port: 'free' })
  expect(problem).toBeNull()
  expect(port).not.toBe(oldPort)
  const [profile] = (await app.get('app.state', {})).profiles
  expect(profile).toMatchObject({
    baseUrl: `http://127.0.0.1:${String(port)}/api/v1/sdk`,
    linkHosts: [`127.0.0.1:${String(port)}`],
  })
  expect((await fetch(`http://127.0.0.1:${String(port)}/health`)).status).toBe(200)
  expect(await app.get('embedded.start', { port: 'free' })).toEqual({ port, problem: null })
})
