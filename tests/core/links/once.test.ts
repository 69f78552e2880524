import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, ownKey } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer

afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
})

const announcement = { 'Link-Service': 'linkwright/1.0.0' }
const posts = () => server.requests.filter((line) => line.startsWith('POST'))

/**
 * A service that stores by idempotency key and announces it. `chooseInterference` may break the connection at the nth
 * create.
 */
async function startOwnService(
  stored: Map<string, string>,
  chooseInterference: (count: number) => 'before' | 'after' | null,
) {
  let count = 0
  return await startServer((request, response) => {
    if (request.method !== 'POST') {
      json(response, 404, { error: 'Unknown.', code: 'link_not_found', request_id: 'r' }, announcement)
      return
    }
    const interference = chooseInterference(++count)
    if (interference === 'before') return void request.socket.resetAndDestroy()
    const id = String(request.headers['idempotency-key'])
    const link = stored.get(id) ?? `https://links.example.com/${randomUUID().slice(0, 8)}`
    stored.set(id, link)
    if (interference === 'after') request.socket.resetAndDestroy()
    else json(response, 200, { link }, announcement)
  })
}

describe('the same create', () => {
  it('concurrent and repeated calls with one id create one link', async () => {
    server = await startServer((request, response) => {
      if (request.method === 'POST')
        setTimeout(() => json(response, 200, { link: 'https://l.example/One1' }), 50)
      else json(response, 404, { error: 'Unknown' })
    })
    const input = createInput(await connectProfile(app, server.origin))
    const [first, second] = await Promise.all([
      app.get('links.create', input),
      app.get('links.create', input),
    ])
    const third = await app.get('links.create', input)
    expect(second).toEqual(first)
    expect(third).toEqual(first)
    expect(posts()).toHaveLength(1)
    expect(await app.get('links.list', {})).toMatchObject({ total: 1 })
  })

  it('a create is repeated under its key after a lost connection if the service announces that this is safe', async () => {
    const stored = new Map<string, string>()
    server = await startOwnService(stored, (count) => (count === 1 ? 'after' : null))
    const record = await app.get('links.create', createInput(await connectProfile(app, server.origin)))
    expect(record).toMatchObject({ state: 'created', link: stored.get(record.id) })
    expect([...stored.keys()]).toEqual([record.id])
    expect(posts()).toHaveLength(2)
  })

  it('a create is not repeated after the computer slept longer than keys are remembered', async () => {
    const stored = new Map<string, string>()
    server = await startOwnService(stored, (count) => {
      if (count !== 2) return null
      vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1_000)
      return 'after'
    })
    const target = await connectProfile(app, server.origin)
    await app.get('links.create', createInput(target))
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'unknown' })
      expect(posts()).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a create always sends the flag that one existing service requires', async () => {
    let body = ''
    server = await startServer((request, response, text) => {
      if (request.method === 'POST') body = text
      json(response, 200, { link: 'https://l.example/x1' })
    })
    const request = {
      ios_custom_redirect: { url: 'https://a.example/' },
      android_custom_redirect: { url: 'https://b.example/', open_app_if_installed: false },
      desktop_custom_redirect: { url: 'https://c.example/' },
    }
    await app.get('links.create', createInput(await connectProfile(app, server.origin), request))
    expect(JSON.parse(body)).toEqual({
      ios_custom_redirect: { url: 'https://a.example/', open_app_if_installed: true },
      android_custom_redirect: { url: 'https://b.example/', open_app_if_installed: false },
      desktop_custom_redirect: { url: 'https://c.example/' },
    })
  })
})

describe('a create that a killed app leaves behind', () => {
  it('an interrupted create is resolved automatically once the key is used', async () => {
    const stored = new Map<string, string>()
    server = await startOwnService(stored, (count) => (count <= 4 ? 'after' : null))
    const input = createInput(await connectProfile(app, server.origin, ownKey))
    expect(await app.get('links.create', input)).toMatchObject({ state: 'unknown' })
    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    const profile = { name: 'Test', baseUrl: server.origin }
    await app.get('profiles.save', { id: input.profileId, profile, key: ownKey })
    await app.problem('links.find', {
      text: 'anything',
      profileId: input.profileId,
      environment: 'development',
    })
    await expect.poll(async () => (await app.get('links.get', { id: input.id })).state).toBe('created')
    expect(stored.size).toBe(1)
  })
})
