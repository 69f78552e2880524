import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { idempotencyMs } from '../../../service/links/create.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

describe('extension: Idempotency-Key', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())

  const count = async () => (await service.store.scanLinks(-1, 10_000)).length
  let keys = 0
  const newKey = () => `order-${++keys}`

  it('an Idempotency-Key returns the first answer for the same key, project, environment and body, and creates no second link', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    const first = await service.create({ title: 'Once' }, headers)
    const links = await count()
    expect(await service.create({ title: 'Once' }, headers)).toBe(first)
    expect(await count()).toBe(links)
  })

  it('an Idempotency-Key creates one link when it is sent 50 times in parallel; the others get 409 or the first answer', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    const links = await count()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => service.post({ title: 'One' }, headers)),
    )
    const bodies = await Promise.all(
      responses.map(async (response) =>
        response.status === 200 ? ((await response.json()) as object) : readError(response),
      ),
    )
    const results = new Set(bodies.filter((body) => 'link' in body).map((body) => JSON.stringify(body)))
    expect(results.size).toBe(1)
    const others = bodies.filter((body) => !('link' in body))
    for (const other of others) expect(other).toMatchObject({ status: 409, code: 'idempotency_running' })
    expect(await count()).toBe(links + 1)
  })

  it('an Idempotency-Key is refused with another body, even an equivalent one', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    await service.create({ title: 'A' }, headers)
    const links = await count()
    for (const body of ['{"title":"B"}', '{"title": "A"}']) {
      expect(await readError(await service.post(body, headers))).toMatchObject({
        status: 422,
        code: 'idempotency_mismatch',
      })
    }
    expect(await count()).toBe(links)
  })

  it('an Idempotency-Key is separate for each project and environment', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    const other = await createProject(service.store, 'Other')
    const paths = await Promise.all([
      service.create({ title: '1' }, headers),
      service.create({ title: '2' }, { ...headers, ENVIRONMENT: 'development' }),
      service.create({ title: '3' }, { ...headers, 'PROJECT-KEY': other.key }),
    ])
    expect(new Set(paths).size).toBe(3)
  })

  it('an Idempotency-Key of a refused request is forgotten, and the corrected request creates a link', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    expect((await service.post({ title: 1 }, headers)).status).toBe(422)
    await service.create({ title: 'Right' }, headers)
  })

  it('an Idempotency-Key is remembered for 24 hours', async () => {
    const headers = { 'Idempotency-Key': newKey() }
    const first = await service.create({ title: 'Daily' }, headers)
    const { createdAt = 0 } = (await service.store.findLink(first)) ?? {}
    vi.useFakeTimers({ toFake: ['Date'], now: createdAt + idempotencyMs })
    try {
      expect(await service.create({ title: 'Daily' }, headers)).toBe(first)
      vi.setSystemTime(createdAt + idempotencyMs + 1)
      const second = await service.create({ title: 'Daily' }, headers)
      expect(second).not.toBe(first)
      expect(await service.create({ title: 'Daily' }, headers)).toBe(second)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['no characters', '', 'is empty'],
    ['256 bytes', 'x'.repeat(256), 'has 256 bytes'],
    ['letters that take 256 bytes in UTF-8', 'ä'.repeat(128), 'has 256 bytes. Letters outside ASCII'],
  ])('an Idempotency-Key with %s is refused with the reason', async (_name, key, reason) => {
    const answer = await service.raw(
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_idempotency_key"/s)
    expect(answer).toContain(`The Idempotency-Key header ${reason}`)
  })

  it('an Idempotency-Key may have 255 bytes, even in Latin-1', async () => {
    const headers = { 'Idempotency-Key': 'é'.repeat(255) }
    expect(await service.create({}, headers)).toBe(await service.create({}, headers))
  })
})
