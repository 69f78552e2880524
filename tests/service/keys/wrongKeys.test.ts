import { afterEach, describe, expect, it } from 'vitest'
import { newProjectKey } from '../../../service/projectKey.ts'
import { readError, startTestService } from '../testService.ts'
import type { Headers, TestService } from '../testService.ts'

let service: TestService | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

const wrongKey = (headers: Headers = {}) => ({ 'PROJECT-KEY': newProjectKey(), ...headers })

describe('too many wrong keys from one address', () => {
  it('too many wrong, missing or malformed keys from one address get 429 with Retry-After', async () => {
    service = await startTestService({ wrongKeyLimit: 3 })
    const { ask, post } = service
    expect((await post({}, wrongKey())).status).toBe(401)
    expect((await ask('/link/none', { headers: { 'PROJECT-KEY': 'hello' } })).status).toBe(401)
    expect((await post({}, { 'PROJECT-KEY': undefined })).status).toBe(401)
    const response = await post({}, wrongKey())
    // At three a minute, one more is allowed after twenty seconds.
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(10)
    expect(await readError(response)).toMatchObject({
      ...{ status: 429, code: 'rate_limited', stored: 'no' },
      error: expect.stringMatching(
        /Too many requests without a valid key or invitation .* Try again in \d+ s\./,
      ) as string,
    })
  })

  it('wrong keys never lock out a right key, whether it was used before or not', async () => {
    service = await startTestService({ wrongKeyLimit: 1 })
    const { ask, post } = service
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await post({}, wrongKey())).status)
    expect(statuses).toEqual([401, 429, 429])
    expect((await post({})).status).toBe(200)
    expect((await ask('/link/none')).status).toBe(404)
    expect((await post({}, wrongKey())).status).toBe(429)
  })

  it('wrong keys are counted by the last address in X-Forwarded-For', async () => {
    const linkOrigin = 'https://links.example.com'
    service = await startTestService({ wrongKeyLimit: 1, behindProxy: true, linkOrigin })
    const { post } = service
    const statusFrom = async (forwarded: string) =>
      (await post({}, wrongKey({ 'X-Forwarded-For': forwarded }))).status
    expect(await statusFrom('192.0.2.1')).toBe(401)
    expect(await statusFrom('198.51.100.1, 192.0.2.1')).toBe(429)
    expect(await statusFrom('192.0.2.2')).toBe(401)
    expect(await statusFrom('2001:db8::1')).toBe(401)
    expect(await statusFrom('2001:db8::2')).toBe(429)
    expect(await statusFrom('2001:db8:0:1::2')).toBe(401)
  })

  it('wrong keys are counted by the address of the connection if there is no proxy, whatever a header says', async () => {
    service = await startTestService({ wrongKeyLimit: 1 })
    const { post } = service
    const statuses = []
    for (const address of ['192.0.2.1', '192.0.2.2'])
      statuses.push((await post({}, wrongKey({ 'X-Forwarded-For': address }))).status)
    expect(statuses).toEqual([401, 429])
  })

  it('wrong keys are not limited if the limit is 0', async () => {
    service = await startTestService({ wrongKeyLimit: 0 })
    const { post } = service
    const responses = await Promise.all(Array.from({ length: 200 }, () => post({}, wrongKey())))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
  })
})
