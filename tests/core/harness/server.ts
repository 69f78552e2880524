import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createRawServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A test's own server, which may misbehave. */
export interface TestServer {
  origin: string
  port: number
  /** Method and path of each received request. */
  requests: string[]
  stop: () => Promise<void>
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** An HTTP server on a free port of 127.0.0.1. */
export async function startServer(behave: Behaviour): Promise<TestServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`)
      behave(request, response, Buffer.concat(parts).toString())
    })
    request.on('error', () => undefined)
  })
  return await listen(server, requests)
}

/** A server that sends whatever the test wants. */
export async function startRawServer(behave: (socket: Socket) => void): Promise<TestServer> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined)
    behave(socket)
  })
  return await listen(server, [])
}

export async function listen(server: Server, requests: string[]): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Responds with JSON, as a service would. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Resolves when the whole first request on a raw connection has arrived. */
export function onRequest(socket: Socket, listener: (text: string) => void): void {
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString()
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    const head = text.indexOf('\r\n\r\n')
    if (head >= 0 && text.length >= head + 4 + length) listener(text)
  })
}
