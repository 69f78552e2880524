import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { json, onRequest, startRawServer, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer | null = null

// One app for all tests: each create has its own service and profile.
beforeAll(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause, time: { connect: 2_000, idle: 400, total: 1_500 } })
})
afterEach(async () => {
  await server?.stop()
  server = null
})
afterAll(async () => {
  await app.core.close()
  await removeFolder(folder)
})

async function createAt(started: Promise<TestServer>) {
  server = await started
  return await app.get('links.create', createInput(await connectProfile(app, server.origin)))
}

const link = 'https://links.example.com/Ab3dEf7'
const html = (response: ServerResponse, status: number) =>
  response
    .writeHead(status, { 'Content-Type': 'text/html' })
    .end('<!doctype html><title>Sign in to the hotel</title>')

type Answer = (response: ServerResponse) => void
const chunks = (response: ServerResponse) => {
  response.write('x'.repeat(65_536), (error) => {
    if (!error) setImmediate(() => chunks(response))
  })
}

describe('a create that a service answers', () => {
  it.each<[string, Answer, string, object]>([
    ['201', (r) => json(r, 201, { link }), 'created', {}],
    ['with extra fields', (r) => json(r, 200, { link, id: 7, extra: {} }), 'created', {}],
    [
      'in another charset',
      (r) =>
        r
          .writeHead(200, { 'Content-Type': 'application/json; charset=iso-8859-1' })
          .end(Buffer.from(`{"link":"${link}","owner":"Jos\xe9"}`, 'latin1')),
      'created',
      {},
    ],
    [
      'with the wrong type and a byte-order mark',
      (r) => r.writeHead(200, { 'Content-Type': 'text/plain' }).end(`\ufeff{"link":"${link}"}`),
      'created',
      {},
    ],
    [
      '400 for a key',
      (r) => json(r, 400, { error: 'Missing project key' }),
      'unknown',
      { cause: 'key_refused' },
    ],
    [
      '400 for an environment',
      (r) => json(r, 400, { error: 'Invalid ENVIRONMENT' }),
      'unknown',
      { cause: 'environment_refused' },
    ],
    [
      '403',
      (r) => json(r, 403, { error: 'Wrong key' }),
      'unknown',
      { code: 'create_unknown', cause: 'key_refused', status: 403, said: 'Wrong key' },
    ],
    [
      '422 with fields and a code, unannounced',
      (r) => json(r, 422, { error: 'No.', code: 'invalid_field', stored: 'no' }),
      'unknown',
      { cause: 'request_refused' },
    ],
    [
      'a bare text 503',
      (r) => r.writeHead(503).end('Retry later\n'),
      'unknown',
      { cause: 'throttled', said: 'Retry later' },
    ],
    [
      '503 in JSON',
      (r) => json(r, 503, { error: 'Away' }),
      'unknown',
      { cause: 'service_unavailable', status: 503 },
    ],
    [
      '429 with a pause',
      (r) => json(r, 429, {}, { 'Retry-After': '9' }),
      'unknown',
      { cause: 'throttled', retryAfterMs: 9_000 },
    ],
    ['413', (r) => json(r, 413, { error: 'Too large' }), 'unknown', { cause: 'request_refused' }],
    [
      'a redirect',
      (r) => r.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
      'unknown',
      { cause: 'redirected' },
    ],
    [
      'HTML with 200',
      (r) => html(r, 200),
      'unknown',
      { cause: 'not_the_service', said: 'Sign in to the hotel' },
    ],
    ['HTML with 403', (r) => html(r, 403), 'unknown', { cause: 'not_the_service' }],
    ['another shape', (r) => json(r, 200, { url: link }), 'unknown', { code: 'create_unknown', status: 200 }],
    ['a list', (r) => json(r, 200, [link]), 'unknown', { code: 'create_unknown' }],
    ['null for the link', (r) => json(r, 200, { link: null }), 'unknown', { code: 'create_unknown' }],
    [
      'a framework error',
      (r) => json(r, 422, { status: 422, error: 'Unprocessable Entity' }),
      'unknown',
      { code: 'create_unknown', status: 422 },
    ],
    ['500', (r) => json(r, 500, { error: 'Oops' }), 'unknown', { code: 'create_unknown', said: 'Oops' }],
    ['a gateway error', (r) => html(r, 502), 'unknown', { code: 'create_unknown', status: 502 }],
    [
      'with nothing',
      () => undefined,
      'unknown',
      { code: 'create_unknown', detail: expect.stringContaining('timed_out') as string },
    ],
    [
      'endlessly',
      chunks,
      'unknown',
      { code: 'create_unknown', detail: expect.stringContaining('answer_too_large') as string },
    ],
  ])('a create that a service answers %s', async (_, answer, state, problem) => {
    const record = await createAt(
      startServer((request, response) => {
        if (request.method === 'POST') answer(response)
        else json(response, 404, { error: 'Link not found' })
      }),
    )
    expect(record.state).toBe(state)
    if (state === 'created') expect(record).toMatchObject({ link, path: 'Ab3dEf7', problem: null })
    else expect(record).toMatchObject({ link: null, problem })
    expect(server?.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    expect(await app.get('links.get', { id: record.id })).toEqual(record)
  })
})

describe('a create that our own service refuses', () => {
  const announcement = { 'Link-Service': 'linkwright/1.0.0' }
  const refusal = { error: 'No.', request_id: 'r1' }
  it.each<[string, number, object, string]>([
    ['for a field', 422, { code: 'invalid_field', fields: { title: 'Too long.' }, stored: 'no' }, 'failed'],
    ['for its key', 401, { code: 'invalid_project_key', stored: 'no' }, 'failed'],
    ['before it is stored', 500, { code: 'internal', stored: 'no' }, 'failed'],
    ['although it may be stored', 500, { code: 'internal', stored: 'unknown' }, 'unknown'],
    ['with a value from a later version', 422, { code: 'invalid_field', stored: 'perhaps' }, 'unknown'],
    ['without saying whether it is stored', 422, { code: 'invalid_field' }, 'failed'],
    ['with an internal error, without saying whether it is stored', 500, { code: 'internal' }, 'unknown'],
    ['without a code, as from a proxy in front of it', 403, {}, 'unknown'],
    ['with a code that is not its own', 422, { code: 'constructor', stored: 'no' }, 'unknown'],
    ['because its key was used for another create', 422, { code: 'idempotency_mismatch' }, 'unknown'],
  ])('a create that our own service rejects %s', async (_, status, body, state) => {
    const record = await createAt(
      startServer((_request, response) => json(response, status, { ...refusal, ...body }, announcement)),
    )
    expect(record.state).toBe(state)
  })
})

describe('a link whose', () => {
  it('a link whose lookup is nested ten thousand levels deep is created, and cannot be read', async () => {
    const deep = `{"link":{"path":"Ab3dEf7","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    const record = await createAt(
      startServer((request, response) => {
        if (request.method === 'POST') json(response, 200, { link })
        else response.writeHead(200, { 'Content-Type': 'application/json' }).end(deep)
      }),
    )
    expect(record).toMatchObject({ state: 'created', link, stored: null })
    const { profileId, environment } = record
    const looked = await app.problem('links.find', { text: link, profileId, environment })
    expect(looked).toMatchObject({ code: 'answer_too_large' })
  })

  it.each(['\u200b', '\u00ad', '\u2060'])(
    'a link whose path contains the key with %j in between stores none of it',
    async (unseen) => {
      const spelling = Array.from(testKey).join(unseen)
      const record = await createAt(
        startServer((request, response) => {
          if (request.method === 'POST') json(response, 200, { link: `https://l.example/${spelling}` })
          else json(response, 404, { error: 'Link not found' })
        }),
      )
      expect(JSON.stringify(record).replace(/[^!-~]/g, '')).not.toContain(testKey)
    },
  )
})

describe('a create whose connection', () => {
  const dripping = (socket: Socket) => {
    const drip = setInterval(() => socket.write(' '), 50)
    socket.on('close', () => clearInterval(drip))
  }
  it.each<[string, (socket: Socket) => void, string]>([
    [
      'is reset during the request',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      'connection_lost',
    ],
    [
      'is reset after the request',
      (socket) => onRequest(socket, () => socket.resetAndDestroy()),
      'connection_lost',
    ],
    [
      'ends inside the answer',
      (socket) =>
        onRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"link":')),
      '',
    ],
    [
      'is reset inside the answer',
      (socket) =>
        onRequest(socket, () =>
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"li', () => socket.resetAndDestroy()),
        ),
      '',
    ],
    [
      'answers only "continue"',
      (socket) => onRequest(socket, () => socket.write('HTTP/1.1 100 Continue\r\n\r\n')),
      'connection_lost',
    ],
    [
      'drips slowly',
      (socket) =>
        onRequest(socket, () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n')
          dripping(socket)
        }),
      'timed_out',
    ],
    [
      'uses another protocol',
      (socket) => onRequest(socket, () => socket.end('SSH-2.0-OpenSSH_9\r\n')),
      'not_the_service',
    ],
  ])('a create whose connection %s is unknown and not repeated', async (_, behave, because) => {
    const received: string[] = []
    const record = await createAt(
      startRawServer((socket) => {
        const index = received.push('') - 1
        socket.on('data', (bytes) => (received[index] = (received[index] ?? '') + bytes.toString('latin1')))
        behave(socket)
      }),
    )
    expect(record).toMatchObject({ state: 'unknown', problem: { code: 'create_unknown' } })
    expect(record.problem?.detail).toContain(because)
    // Besides the create, one request may check whether the service announces idempotency.
    const requests = received.flatMap((text) => text.match(/^[A-Z]+(?= \S+ HTTP\/1\.1\r$)/gm) ?? [])
    expect(requests.filter((method) => method === 'POST')).toEqual(['POST'])
    expect(requests.length).toBeLessThanOrEqual(2)
  })

  it('a create fails if no connection is established, because nothing was sent', async () => {
    const free = await startRawServer(() => undefined)
    await free.stop()
    const target = await connectProfile(app, free.origin)
    const record = await app.get('links.create', createInput(target))
    expect(record).toMatchObject({ state: 'failed', problem: { code: 'connection_refused' } })
  })

  it('a create whose connection goes to a name that does not exist has failed', async () => {
    const record = await app.get(
      'links.create',
      createInput(await connectProfile(app, 'https://nowhere.invalid')),
    )
    expect(record).toMatchObject({ state: 'failed', problem: { code: 'dns_failed' } })
  })
})
