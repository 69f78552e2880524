import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { makeCertificate, opensslMissing } from './certificate.ts'

describe.skipIf(opensslMissing())('TLS_CERT and TLS_KEY', () => {
  let folder: string
  let ca: string
  let service: TestService
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-tls-'))
    const files = makeCertificate(folder)
    ca = readFileSync(files.cert, 'utf8')
    service = await startTestService({ tls: { cert: ca, key: readFileSync(files.key, 'utf8') } })
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('the service itself speaks TLS, with the same answers', async () => {
    expect(service.origin).toMatch(/^https:/)
    const clientRequest = request(`${service.origin}/api/v1/sdk/generate_link`, {
      ca,
      method: 'POST',
      headers: { 'PROJECT-KEY': service.key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' },
    }).end('{}')
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    const body = (await response.setEncoding('utf8').toArray()).join('')
    expect(JSON.parse(body)).toMatchObject({ link: expect.stringMatching(`^${service.origin}/`) as string })
  })

  it('a service with TLS closes connections without it', async () => {
    expect(await service.raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('200')
    expect((await fetch(service.origin).catch((error: unknown) => error)) instanceof Error).toBe(true)
  })
})
