import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

/** Generates valid and invalid pieces of HTTP, with a valid and an invalid key. */
const piece = (key: string) =>
  fc.oneof(
    fc.constantFrom('GET ', 'POST ', 'HEAD ', 'PUT ', 'OPTIONS ', 'CONNECT ', 'PRI '),
    fc.constantFrom(
      '/',
      '/api/v1/sdk/generate_link',
      '/api/v1/sdk/link/x',
      '/%',
      '/../..',
      '*',
      'http://x/y',
      '/a?b#c',
    ),
    fc.constantFrom(
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      ' HTTP/2.0\r\n',
      ' HTTP/1.1\n',
      '\r\n',
      '\r\n\r\n',
      '\n\n',
    ),
    fc.constantFrom(
      'Host: x\r\n',
      'Connection: close\r\n',
      'Connection: upgrade\r\nUpgrade: websocket\r\n',
      'Expect: 100-continue\r\n',
    ),
    fc.constantFrom(
      'Content-Length: 2\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: 99999999999\r\n',
    ),
    fc.constantFrom(
      `PROJECT-KEY: ${key}\r\n`,
      'PROJECT-KEY: x\r\n',
      'ENVIRONMENT: production\r\n',
      'Content-Type: application/json\r\n',
    ),
    fc.constantFrom('{}', '{"title":"x"}', '0\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n', 'zz\r\n', '\0', '{'),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  )

describe('raw bytes on the socket', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({
      timeouts: { headers: 200, request: 200, keepAlive: 200, unread: 5_000 },
    })
  })
  afterAll(() => service.stop())

  it('raw bytes on the socket never cause a 5xx or a hang, and leave the service unchanged', async () => {
    const bytes = fc.oneof(
      fc.array(piece(service.key), { maxLength: 14 }).map((pieces) => Buffer.from(pieces.join(''), 'latin1')),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((body) => createRequestBytes(service.key, body)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 30, maxLength: 30 }), async (inputs) => {
        // In parallel, because most of them wait for a time limit of the service.
        for (const answer of await Promise.all(inputs.map((input) => service.raw(input)))) {
          expect(answer).toMatch(/^(HTTP\/1\.1 [1234]\d\d |$)/)
          expect(answer).not.toMatch(/HTTP\/1\.1 5\d\d /)
        }
        expect((await fetch(`${service.origin}/health`)).status).toBe(200)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })
})

/** Returns a create whose body alone is random. */
function createRequestBytes(key: string, body: Uint8Array): Uint8Array {
  const head =
    `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${key}\r\nENVIRONMENT: production\r\n` +
    `Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
