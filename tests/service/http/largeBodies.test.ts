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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../running.ts'
import type { TestService } from '../running.ts'

const megabyte = 1_048_576
const run = promisify(execFile)

let folder: string
let service: TestService
let headers: Record<string, string>
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-large-'))
  service = await startTestService()
  url = `${service.origin}/api/v1/sdk/generate_link`
  headers = { 'PROJECT-KEY': service.key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' }
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** Ordinary clients, each of which answers the status that it was told. */
const clients: Record<string, (body: Buffer<ArrayBuffer>) => Promise<number>> = {
  fetch: async (body) => (await fetch(url, { method: 'POST', headers, body })).status,
  undici: async (body) => {
    const answer = await undiciRequest(url, { method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode
  },
  'http.request': (body) => viaNode(body, {}),
  'http.request in chunks': (body) => viaNode(body, { 'Transfer-Encoding': 'chunked' }),
  'http.request that closes': (body) => viaNode(body, { Connection: 'close' }),
  'a client that reads when it has sent all': async (body) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const lines = Object.entries({
      ...headers,
      Host: 'x',
      'Content-Length': body.length,
      Connection: 'close',
    })
    socket.pause()
    socket.write(`POST /api/v1/sdk/generate_link HTTP/1.1\r\n`)
    socket.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
    await new Promise((sent) => socket.write(body, sent))
    socket.resume()
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(answer.toString().split(' ')[1])
  },
  curl: async (body) => {
    const file = join(folder, 'body')
    writeFileSync(file, body)
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const args = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'Expect:', ...fields]
    return Number((await run('curl', [...args, '--data-binary', `@${file}`, url])).stdout)
  },
}

async function viaNode(body: Buffer, more: Record<string, string>): Promise<number> {
  const sent = request(url, { method: 'POST', headers: { ...headers, ...more } })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

describe.each(Object.keys(clients))('a body over the limit from %s', (name) => {
  it.each([1, 5, 50])('is told 413: %d MB', async (size) => {
    expect(await clients[name]?.(Buffer.alloc(size * megabyte, ' '))).toBe(413)
  })

  it('is told who it is not, before anything about its size', async () => {
    const before = headers
    headers = { ...headers, 'PROJECT-KEY': 'lwk_wrong' }
    try {
      expect(await clients[name]?.(Buffer.alloc(20 * megabyte, ' '))).toBe(401)
    } finally {
      headers = before
    }
  })
})

it('does not read a body without end', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const lines = Object.entries({ ...headers, Host: 'x', 'Content-Length': 10 ** 12 })
  socket.write(`POST /api/v1/sdk/generate_link HTTP/1.1\r\n`)
  socket.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
  const piece = Buffer.alloc(megabyte, ' ')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  let sent = 0
  while (socket.writable && sent < 1_000) {
    await new Promise((resolve) => socket.write(piece, resolve))
    sent++
  }
  await closed
  expect(sent).toBeLessThan(1_000)
})
