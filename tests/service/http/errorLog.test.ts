import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { createCollectingLog, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

describe('the log of errors', () => {
  const log = createCollectingLog()
  let service: TestService
  beforeAll(async () => void (service = await startTestService({ log })))
  afterAll(() => service.stop())

  it('the error log reports each reason of an outage once and its end once, however many queries fail', async () => {
    const outageEntries = () => log.entries.filter(({ event }) => String(event).startsWith('database_'))
    const reasons = ['gone', 'gone', 'gone', 'still gone', 'gone']
    const findLink = vi.spyOn(service.store, 'findLink')
    for (const reason of reasons) findLink.mockRejectedValueOnce(new StoreUnavailableError(reason))
    // The visit is repeated until the database answers. Then it looks for an own path of the host, too.
    expect((await service.visit('x')).status).toBe(404)
    expect(findLink).toHaveBeenCalledTimes(reasons.length + 2)
    const failures = ['gone', 'still gone'].map((error) => ({
      level: 'error',
      event: 'database_unavailable',
      error,
    }))
    expect(outageEntries()).toEqual(failures)
    const recovery = {
      level: 'info',
      event: 'database_available',
      after_seconds: expect.any(Number) as number,
    }
    await vi.waitFor(() => expect(outageEntries()).toEqual([...failures, recovery]), { timeout: 60_000 })
  })

  it('the error log reports the end and the length of an outage, even if the clock is set back meanwhile', async () => {
    const outageEntries = () => log.entries.filter(({ event }) => event === 'database_available')
    const before = outageEntries().length
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.spyOn(service.store, 'findLink').mockRejectedValueOnce(new StoreUnavailableError('gone'))
    expect((await service.visit('x')).status).toBe(404)
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.waitFor(() => expect(outageEntries().length).toBe(before + 1), { timeout: 60_000 })
    const seconds = Number(outageEntries().at(-1)?.['after_seconds'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThan(3_600)
  })

  it('the error log reports all details of a bug with the request that caused it', async () => {
    vi.spyOn(service.store, 'findLink').mockRejectedValueOnce(new TypeError('a bug'))
    const response = await service.visit('x')
    expect(response.status).toBe(500)
    const entry = log.entries.find(({ error }) => String(error).startsWith('TypeError: a bug'))
    expect(entry).toMatchObject({ level: 'error', request: response.headers.get('x-request-id') })
    expect(entry?.['error']).toContain('errorLog.test.ts')
  })
})
