import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { clients } from './clients.ts'

const megabyte = 1_048_576

let service: TestService
let headers: Record<string, string>
let url: string
beforeAll(async () => {
  service = await startTestService()
  url = `${service.origin}/api/v1/sdk/generate_link`
  headers = { 'PROJECT-KEY': service.key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' }
})
afterAll(() => service.stop())

describe.each(Object.keys(clients))('a body over the limit from %s', (name) => {
  it.each([1, 5, 50])('a client with a body that is too large reads the 413: %d MB', async (size) => {
    expect(await clients[name]?.({ url, headers }, Buffer.alloc(size * megabyte, ' '))).toBe(413)
  })

  it("a client with a wrong key gets 401 before its body's size is checked", async () => {
    const target = { url, headers: { ...headers, 'PROJECT-KEY': 'lwk_wrong' } }
    expect(await clients[name]?.(target, Buffer.alloc(20 * megabyte, ' '))).toBe(401)
  })
})

it('the service does not read an endless body', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const lines = Object.entries({ ...headers, Host: 'x', 'Content-Length': 10 ** 12 })
  socket.write(`POST /api/v1/sdk/generate_link HTTP/1.1\r\n`)
  socket.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
  const piece = Buffer.alloc(megabyte, ' ')
  const close = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  let chunkCount = 0
  while (socket.writable && chunkCount < 1_000) {
    await new Promise((resolve) => socket.write(piece, resolve))
    chunkCount++
  }
  await close
  expect(chunkCount).toBeLessThan(1_000)
})
