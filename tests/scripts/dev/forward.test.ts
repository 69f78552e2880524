import { createServer, request as requestTo } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { forwardToHost } from '../../../scripts/dev/forward.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface ReceivedRequest {
  headers: IncomingHttpHeaders
  url: string | undefined
  body: string
}

/** Starts a host that records what it receives, and a dev server in front of it. Returns the dev server's port. */
async function start(hostPort?: () => Promise<number>) {
  const received: ReceivedRequest[] = []
  const port = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ headers: request.headers, url: request.url, body })
      response.writeHead(201, { 'x-answer': 'host' }).end('answered')
    })
  })
  const getHostPort = hostPort ?? (() => Promise.resolve(port))
  const dev = await serve((request, response) => void forwardToHost(request, response, getHostPort))
  return { received, host: `127.0.0.1:${port}`, dev }
}

/** Sends a request with any headers, including `Host`. Returns the status, or `null` if the connection was closed. */
async function send(port: number, method: string, headers: Record<string, string>): Promise<number | null> {
  return await new Promise((resolve) => {
    const clientRequest = requestTo(
      { host: '127.0.0.1', port, method, path: '/call/app.state?a=1', headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? null))
      },
    )
    clientRequest.on('error', () => resolve(null))
    clientRequest.end(method === 'POST' ? '{"a":1}' : undefined)
  })
}

describe('forwarding to the browser host', () => {
  it("forwarding to the browser host replaces the dev server's own Host and Origin and leaves the rest as it is", async () => {
    const { received, host, dev } = await start()
    const headers = { origin: `http://127.0.0.1:${dev}`, 'x-linkwright-token': 'secret' }
    expect(await send(dev, 'POST', headers)).toBe(201)
    expect(received).toMatchObject([{ url: '/call/app.state?a=1', body: '{"a":1}' }])
    expect(received[0]?.headers).toMatchObject({
      host,
      origin: `http://${host}`,
      'x-linkwright-token': 'secret',
    })
  })

  it.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a call without an origin', {}],
    ['another name of this computer', { host: 'localhost' }],
    ['a name that was rebound to this computer', { host: 'evil.example' }],
  ])('forwarding to the browser host never passes on a call from %s', async (_name, headers) => {
    const { received, dev } = await start()
    expect(await send(dev, 'POST', headers)).toBe(403)
    expect(received).toEqual([])
  })

  it('forwarding to the browser host holds a call until the host has restarted', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const { received, host, dev } = await start(() => promise)
    const status = send(dev, 'POST', { origin: `http://127.0.0.1:${dev}` })
    resolve(Number(host.split(':')[1]))
    expect(await status).toBe(201)
    expect(received).toHaveLength(1)
  })

  it('forwarding to the browser host closes the connection if the host has ended, so that the window reports it', async () => {
    const { dev } = await start(() => Promise.reject(new Error('ended')))
    expect(await send(dev, 'POST', { origin: `http://127.0.0.1:${dev}` })).toBeNull()
  })
})
