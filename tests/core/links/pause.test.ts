import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
/** Records each pause and ends it immediately. */
let recordedPauses: number[]

beforeEach(async () => {
  folder = await temporaryFolder()
  recordedPauses = []
  const pause = (milliseconds: number) => Promise.resolve(void recordedPauses.push(milliseconds))
  app = await startApp(folder, {}, { pause })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

const announcement = { 'Link-Service': 'linkwright/1.0.0' }

/** Creates a link at a service that rejects it with these pauses, one after another, and then accepts it. */
async function createAfter(...retryAfter: string[]) {
  let pauses: number[] = []
  server = await startServer((request, response) => {
    // Ignores pauses after the last attempt, such as the one before the read-back.
    if (request.method === 'POST') pauses = [...recordedPauses]
    const requestedPause = request.method === 'POST' ? retryAfter.shift() : undefined
    if (request.method !== 'POST')
      json(response, 404, { error: 'Unknown', code: 'link_not_found' }, announcement)
    else if (requestedPause === undefined)
      json(response, 200, { link: 'https://l.example/Two2' }, announcement)
    else
      json(
        response,
        429,
        { error: 'Wait.', code: 'rate_limited' },
        { ...announcement, 'Retry-After': requestedPause },
      )
  })
  const record = await app.get('links.create', createInput(await connectProfile(app, server.origin)))
  const posts = server.requests.filter((line) => line.startsWith('POST')).length
  return { record, posts, pauses }
}

it('a create waits before each retry as long as the service requests, and then succeeds', async () => {
  const { record, posts, pauses } = await createAfter('2', '5')
  expect(pauses).toEqual([2_000, 5_000])
  expect(posts).toBe(3)
  expect(record).toMatchObject({ state: 'created', link: 'https://l.example/Two2' })
})

it('a create waits longer before each retry if the service requests no pause', async () => {
  const { record, pauses } = await createAfter('0', '0', '0')
  expect(pauses).toHaveLength(3)
  expect(pauses[0]).toBeGreaterThan(0)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(record.state).toBe('created')
})

it('a create isn’t retried if the service requests too long a pause', async () => {
  const { record, posts, pauses } = await createAfter('6')
  expect(pauses).toEqual([])
  expect(posts).toBe(1)
  expect(record).toMatchObject({ state: 'failed', problem: { code: 'throttled', retryAfterMs: 6_000 } })
})
