import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbeddedInThread } from '../../../service/embedded/embeddedInThread.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

let app: App
let folder: string
let services: Worker[]
const note = (worker: Worker) => worker.threadName === 'service' && services.push(worker)
beforeEach(async () => {
  services = []
  process.on('worker', note)
  folder = await temporaryFolder()
  app = await startApp(folder, { startEmbedded: startEmbeddedInThread })
})
afterEach(async () => {
  await app.core.close()
  process.off('worker', note)
  await removeFolder(folder)
})

const state = () => app.get('embedded.state', {})

/** Throws an uncaught exception in the service's thread and waits until the thread has ended. */
async function crashService(): Promise<void> {
  const thread = services.at(-1)
  const ended = new Promise((resolve) => thread?.once('exit', resolve))
  // Contains none of our own messages.
  thread?.postMessage(null)
  await ended
}

it('a crashed embedded service restarts on its port, and the app reports the error', async () => {
  const profile = await app.get('profiles.tryLocal', {})
  const target = { profileId: profile.id, environment: 'production' } as const
  const stateBefore = await state()
  await crashService()
  expect(await state()).toEqual(stateBefore)
  expect(services).toHaveLength(2)
  const record = await app.get('links.create', { id: randomUUID(), ...target, request: { title: 'After' } })
  expect(record.state).toBe('created')
  const { notices } = await app.get('app.state', {})
  expect(notices).toMatchObject([{ title: 'The service on this computer stopped because of a bug' }])
  expect(notices[0]?.report?.text).toMatch(/a bug stopped the service on this computer.*TypeError/s)
  expect(readFileSync(join(folder, 'errors.log'), 'utf8')).toContain(
    'a bug stopped the service on this computer',
  )
})
