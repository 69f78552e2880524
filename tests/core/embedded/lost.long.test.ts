import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbeddedInThread } from '../../../service/embedded/embeddedInThread.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { storedLinks } from '../harness/links.ts'
import { readResults } from '../harness/results.ts'
import { prepareRun, readRun, waitForRunState } from '../harness/run.ts'

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

it('an embedded service that crashes again soon is restarted only on request', async () => {
  const profile = await app.get('profiles.tryLocal', {})
  const { port } = await state()
  await crashService()
  await state()
  await crashService()
  const stopped = expect.objectContaining({ code: 'embedded_stopped' }) as unknown
  expect(await state()).toEqual({ port, problem: stopped })
  expect(services).toHaveLength(2)
  const target = { profileId: profile.id, environment: 'production' } as const
  const record = await app.get('links.create', { id: randomUUID(), ...target, request: { title: 'Asked' } })
  expect(record.state).toBe('created')
  expect(await state()).toEqual({ port, problem: null })
})

it('a run waits for the embedded service to restart, and every row is created once', async () => {
  const profile = await app.get('profiles.tryLocal', {})
  const rows = 300
  const id = await prepareRun(app, { profileId: profile.id, environment: 'production' }, rows)
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await expect.poll(async () => (await readRun(app, id)).counts.created, { interval: 5 }).toBeGreaterThan(30)
  await crashService()
  await waitForRunState(app, id, 'done')
  const results = await readResults(app, id)
  expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: rows }, () => 'Created'))
  expect(storedLinks(folder)).toHaveLength(rows)
  expect(services).toHaveLength(2)
})
