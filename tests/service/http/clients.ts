import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { request as undiciRequest } from 'undici'

const run = promisify(execFile)

/** Where a body is posted, and with which headers. */
export interface Target {
  url: string
  headers: Record<string, string>
}

/** An ordinary client: posts a body, and resolves with the response's status. */
type Client = (target: Target, body: Buffer<ArrayBuffer>) => Promise<number>

/** Common clients by name. */
export const clients: Record<string, Client> = {
  fetch: async ({ url, headers }, body) => (await fetch(url, { method: 'POST', headers, body })).status,
  undici: async ({ url, headers }, body) => {
    const answer = await undiciRequest(url, { method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode
  },
  'http.request': (target, body) => viaNode(target, body),
  'http.request in chunks': (target, body) => viaNode(target, body, { 'Transfer-Encoding': 'chunked' }),
  'http.request that closes': (target, body) => viaNode(target, body, { Connection: 'close' }),
  'a client that reads when it has sent all': readsLast,
  curl: viaCurl,
}

async function viaNode(
  { url, headers }: Target,
  body: Buffer,
  extraHeaders: Record<string, string> = {},
): Promise<number> {
  const clientRequest = request(url, { method: 'POST', headers: { ...headers, ...extraHeaders } })
  clientRequest.end(body)
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

async function readsLast({ url, headers }: Target, body: Buffer): Promise<number> {
  const { port, host, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').pause()
  const allHeaders = { Host: host, ...headers, 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(body, resolve))
  socket.resume()
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString().split(' ')[1])
}

async function viaCurl({ url, headers }: Target, body: Buffer): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-curl-'))
  try {
    const file = join(folder, 'body')
    writeFileSync(file, body)
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const args = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'Expect:', ...fields]
    return Number((await run('curl', [...args, '--data-binary', `@${file}`, url])).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
