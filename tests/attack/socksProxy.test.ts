import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProxyError } from '../../core/network/proxy.ts'
import { openSocksTunnel } from '../../core/network/socks.ts'
import { startRawServer } from '../core/harness/server.ts'
import type { TestServer } from '../core/harness/server.ts'

const rounds = 2_000
/** The first bytes of every valid answer: a greeting, a rejection, an address as a name or number. */
const beginnings = [
  '',
  '0500',
  '0502',
  '05ff',
  '0500050000',
  '050005000001',
  '050005000003',
  '050005000004',
  '005a',
]
let proxy: TestServer

beforeAll(async () => {
  proxy = await startRawServer((socket) => {
    socket.on('data', () => {
      const beginning = Buffer.from(beginnings[randomInt(beginnings.length)] ?? '', 'hex')
      socket.write(Buffer.concat([beginning, randomBytes(randomInt(400))]))
      if (randomInt(3) === 0) socket.end()
      if (randomInt(6) === 0) socket.destroy()
    })
  })
})
afterAll(() => proxy.stop())

// An uncaught exception fails the test run anyway.
test('a SOCKS proxy that answers at random causes either a failure or a connection', async () => {
  const ends = { through: 0, failed: 0 }
  for (let round = 0; round < rounds; round++) {
    const login = round % 2 ? 'ann:secret@' : ''
    const url = new URL(`socks5://${login}127.0.0.1:${proxy.port}`)
    const destination = { host: 'links.example', port: 443 }
    try {
      const socket = await openSocksTunnel({ proxy: url, version: round % 3 ? 5 : 4, destination, limit: 50 })
      socket.on('error', () => undefined).destroy()
      ends.through++
    } catch (error) {
      expect(error).toBeInstanceOf(ProxyError)
      ends.failed++
    }
  }
  console.log(`${rounds} handshakes: ${ends.through} connected, ${ends.failed} failed`)
  expect(ends.through).toBeGreaterThan(0)
  expect(ends.failed).toBeGreaterThan(0)
})
