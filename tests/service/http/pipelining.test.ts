import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, ServerResponse } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { limitPipelining } from '../../../service/http/pipelining.ts'
import { ErrorLog } from '../../../service/http/errorLog.ts'
import { silentLog } from '../../../service/http/log.ts'
import { createHttpServer } from '../../../service/http/server.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { makeCertificate, opensslMissing } from './certificate.ts'

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const document = '/api/v1/sdk/openapi.json'

const kinds = [
  { scheme: 'http', skipped: null },
  { scheme: 'https', skipped: opensslMissing() },
]

describe.each(kinds)('one connection over $scheme', ({ scheme, skipped }) => {
  let folder: string
  let service: TestService
  beforeAll(async () => {
    if (skipped !== null) return
    folder = mkdtempSync(join(tmpdir(), 'linkwright-connections-'))
    const files = scheme === 'https' ? makeCertificate(folder) : null
    const tls = files && { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
    service = await startTestService({ tls })
  })
  afterAll(async () => {
    if (skipped !== null) return
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** A connection that isn't read until the test asks for it. */
  async function openSocket(): Promise<Socket> {
    const { port } = new URL(service.origin)
    const socket =
      scheme === 'https'
        ? tlsConnect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
        : connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, scheme === 'https' ? 'secureConnect' : 'connect')
    return socket
  }
  const answers = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  const readAll = async (socket: Socket) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => (text += part))
    await once(socket, 'close')
    return text
  }

  it.skipIf(skipped)(
    'a connection with several requests answers requests that came together in their order',
    async () => {
      const socket = await openSocket()
      const paths = ['/health', '/none', document, '/robots.txt', '/health']
      const lastRequest = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
      socket.write(paths.map(ask).join('') + lastRequest + ask('/health'))
      const text = await readAll(socket)
      expect(answers(text)).toEqual(['200', '404', '200', '200', '200', '404'])
    },
  )

  it.skipIf(skipped)(
    'a connection with several requests answers them before it reports invalid HTTP',
    async () => {
      const socket = await openSocket()
      socket.write(`${ask('/health')}${ask('/robots.txt')}nonsense\r\n\r\n`)
      expect(answers(await readAll(socket))).toEqual(['200', '200', '400'])
    },
  )

  it.skipIf(skipped)(
    'a connection with several requests is closed if it sends more than a few at once',
    async () => {
      const socket = await openSocket()
      socket.write(ask(document).repeat(500))
      expect(answers(await readAll(socket)).length).toBeLessThan(500)
    },
  )

  it.skipIf(skipped)(
    'a connection with several requests survives a CONNECT whose client resets',
    async () => {
      const socket = await openSocket()
      socket.write(`CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(1_000)}`)
      await once(socket, 'readable')
      if (scheme === 'http') socket.resetAndDestroy()
      else socket.destroy()
      await once(socket, 'close')
      expect((await fetchHealth()).statusCode).toBe(200)
    },
  )

  async function fetchHealth(): Promise<IncomingMessage> {
    const { request } = scheme === 'https' ? await import('node:https') : { request: httpRequest }
    const clientRequest = request(`${service.origin}/health`, {
      rejectUnauthorized: false,
      agent: false,
    }).end()
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    return response.resume()
  }
})

it('requests that had already arrived on a connection are not carried out once it is closed', async () => {
  let responseCount = 0
  class CountedResponse extends ServerResponse {
    constructor(...args: ConstructorParameters<typeof ServerResponse>) {
      super(...args)
      responseCount++
    }
  }
  const server = createServer({ ServerResponse: CountedResponse }, () => undefined).listen(0, '127.0.0.1')
  limitPipelining(server)
  onTestFinished(() => void server.close())
  const connection = once(server, 'connection') as Promise<[Socket]>
  const client = connect((await listening(server)).port, '127.0.0.1').on('error', () => undefined)
  client.write(ask('/').repeat(1_000))
  const [socket] = await connection
  socket.on('error', () => undefined)
  await once(socket, 'close')
  client.destroy()
  expect(responseCount).toBeGreaterThan(0)
  expect(responseCount).toBeLessThan(30)
})

describe('a connection without progress', () => {
  /** Starts a server with these limits and one handler, and opens a connection that has sent one request. */
  async function startRequest(handle: RequestListener) {
    const server = createServer(handle).listen(0, '127.0.0.1')
    server.setTimeout(200)
    server.keepAliveTimeout = 1
    const answer = new Promise<ServerResponse>((resolve) =>
      server.once('request', (_request, response) => resolve(response)),
    )
    limitPipelining(server)
    onTestFinished(() => void server.close())
    const connection = once(server, 'connection') as Promise<[Socket]>
    const client = connect((await listening(server)).port, '127.0.0.1')
    client.write(ask('/'))
    onTestFinished(() => void client.destroy())
    const [socket] = await connection
    return { server, client, socket, answer }
  }

  it('a connection without progress is closed while an answer is not read', async () => {
    const { answer, socket } = await startRequest((_request, response) =>
      response.end(Buffer.alloc(32 * 1_048_576)),
    )
    await once(socket, 'close')
    expect((await answer).writableFinished).toBe(false)
  })

  it('a connection without progress is not closed while an answer is being prepared', async () => {
    const { server, client } = await startRequest((_request, response) => {
      server.once('timeout', () => response.end('late'))
    })
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(answer.toString()).toContain('late')
  })

  it('a connection without progress is closed between two requests', async () => {
    const { socket } = await startRequest((_request, response) => response.end())
    await once(socket, 'close')
  })
})

describe('the service itself', () => {
  const errorLog = new ErrorLog(silentLog, () => Promise.resolve())

  it('the service itself closes a connection whose client does not read the answer within the limit', async () => {
    const timeoutMs = 60_000
    // Also the time in which the request itself must arrive, on a busy machine, too.
    const unreadMs = 2_000
    const timeouts = { headers: timeoutMs, request: timeoutMs, keepAlive: timeoutMs, unread: unreadMs }
    const app = createHttpServer(errorLog, { log: silentLog, timeouts })
    app.get('/large', () => Buffer.alloc(32 * 1_048_576))
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const requestEvent = once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const client = connect((await listening(app.server)).port, '127.0.0.1')
    client.on('error', () => undefined)
    onTestFinished(() => void client.destroy())
    client.write(ask('/large'))
    const [{ socket }, response] = await requestEvent
    await once(socket, 'close')
    expect(response.writableFinished).toBe(false)
  })

  it('the service itself has a default limit of half a minute', () => {
    expect(createHttpServer(errorLog, { log: silentLog }).server.timeout).toBe(30_000)
  })
})

async function listening(server: ReturnType<typeof createServer>): Promise<AddressInfo> {
  if (!server.listening) await once(server, 'listening')
  return server.address() as AddressInfo
}
