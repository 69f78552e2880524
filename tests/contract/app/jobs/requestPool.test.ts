import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rateLimits, requestsBackoff, runRequestPool } from '../../../../contract/app/jobs/requestPool.ts'
import { fail, ok } from '../../../../contract/app/problems/result.ts'
import type { Result } from '../../../../contract/app/problems/result.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Runs a request pool with its own clock against a service that answers in 10 ms. Returns when each item was requested.
 */
function start(
  count: number,
  answer: (item: number, time: number) => Result<unknown> = () => ok(null),
  rateLimit: keyof typeof rateLimits = 'unknown',
) {
  const begin = Date.now()
  const sentRequests: { item: number; timeMs: number }[] = []
  const waitsMs: number[] = []
  const throttled: boolean[] = []
  const stop = new AbortController()
  let inFlight = 0
  let maxWait = 0
  let next = 0
  const done = runRequestPool({
    next: () => (next < count ? next++ : undefined),
    rateLimit: rateLimits[rateLimit],
    ask: async (item) => {
      const timeMs = Date.now() - begin
      sentRequests.push({ item, timeMs })
      maxWait = Math.max(maxWait, ++inFlight)
      await new Promise((resolve) => setTimeout(resolve, 10))
      inFlight--
      return answer(item, timeMs)
    },
    onHold: (ms, { code }) => {
      waitsMs.push(ms)
      throttled.push(code === 'throttled')
    },
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms)
        stop.signal.addEventListener('abort', () => resolve())
      }),
    waits: (problem) => requestsBackoff(problem) || problem.code === 'network_down',
    signal: stop.signal,
  })
  return { sentRequests, waitsMs, throttled, stop, done, max: () => maxWait }
}

describe('requesting many links', () => {
  it('the request pool ends with the error of a request that throws, after the others in flight', async () => {
    const { sentRequests, done } = start(
      30,
      (item) => {
        if (item === 1) throw new Error('The disk is full.')
        return ok(null)
      },
      'ours',
    )
    const rejection = expect(done).rejects.toThrow('The disk is full.')
    await vi.runAllTimersAsync()
    await rejection
    expect(sentRequests.map(({ item }) => item)).toEqual([0, 1])
  })

  it('the request pool ends with the error of a read that throws, after the requests in flight', async () => {
    const [events, items]: [string[], number[]] = [[], [1]]
    const done = runRequestPool({
      next: () => {
        const item = items.shift()
        if (item === undefined) throw new Error('The disk is full.')
        return item
      },
      rateLimit: { intervalMs: 0, parallel: 2 },
      ask: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        events.push('ended')
        return ok(null)
      },
      onHold: () => undefined,
      pause: () => Promise.resolve(),
      signal: new AbortController().signal,
    })
    const rejection = expect(done.finally(() => void events.push('rejected'))).rejects.toThrow(
      'The disk is full.',
    )
    await vi.runAllTimersAsync()
    await rejection
    expect(events).toEqual(['ended', 'rejected'])
  })

  it('the request pool sends at most three requests a second to an unknown service', async () => {
    const { sentRequests, done } = start(30)
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(sentRequests.map(({ item }) => item)).toEqual(Array.from({ length: 30 }, (_, item) => item))
    for (const { timeMs } of sentRequests) {
      expect(
        sentRequests.filter((other) => other.timeMs >= timeMs && other.timeMs < timeMs + 1_000).length,
      ).toBeLessThanOrEqual(3)
    }
  })

  it('the request pool sends up to the number of concurrent requests that the service allows', async () => {
    const slow = start(20, () => ok(null), 'ours')
    await vi.runAllTimersAsync()
    expect(await slow.done).toBeNull()
    expect(slow.max()).toBeLessThanOrEqual(rateLimits.ours.parallel)
  })

  it('the request pool slows down when the service is overloaded and skips no item', async () => {
    const { sentRequests, waitsMs, throttled, done } = start(6, (item, timeMs) =>
      item === 2 && timeMs < 5_000 ? fail({ code: 'throttled', retryAfterMs: 7_000 }) : ok(null),
    )
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(waitsMs).toEqual([7_000])
    expect(throttled).toEqual([true])
    expect([...new Set(sentRequests.map(({ item }) => item))].toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    const retry = sentRequests.findLast(({ item }) => item === 2)
    expect(retry?.timeMs).toBeGreaterThanOrEqual(7_000)
    const [first = 0, second = 0] = sentRequests
      .filter(({ timeMs }) => timeMs >= 7_000)
      .map(({ timeMs }) => timeMs)
    expect(second - first).toBeGreaterThanOrEqual(1.8 * rateLimits.unknown.intervalMs)
  })

  it('the request pool is as fast as before once a service can be reached again', async () => {
    const { sentRequests, waitsMs, done } = start(10, (item, timeMs) =>
      item === 2 && timeMs < 2_000 ? fail({ code: 'network_down' }) : ok(null),
    )
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(waitsMs).toEqual([2_000])
    const [first = 0, second = 0] = sentRequests
      .filter(({ timeMs }) => timeMs >= 2_000)
      .map(({ timeMs }) => timeMs)
    expect(second - first).toBe(rateLimits.unknown.intervalMs)
  })

  it('the request pool returns to full speed after a while', async () => {
    const { sentRequests, done } = start(60, (item, timeMs) =>
      item === 2 && timeMs < 5_000 ? fail({ code: 'throttled', retryAfterMs: 7_000 }) : ok(null),
    )
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    const [before = 0, last = 0] = sentRequests.slice(-2).map(({ timeMs }) => timeMs)
    expect(last - before).toBe(rateLimits.unknown.intervalMs)
  })

  it("the request pool doesn't retry finished items after a back-off", async () => {
    const sentItems: number[] = []
    const items = [0, 1, 2]
    const done = runRequestPool({
      next: () => items.shift(),
      rateLimit: rateLimits.unknown,
      ask: (item) => {
        sentItems.push(item)
        return Promise.resolve(item === 1 ? fail({ code: 'throttled' }) : ok(null))
      },
      isOpen: (item) => item !== 1,
      onHold: () => undefined,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: { aborted: false },
    })
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(sentItems).toEqual([0, 1, 2])
  })

  it('the request pool retries when an unavailable service says when it will be back', async () => {
    const { waitsMs, throttled, done } = start(3, (_, timeMs) =>
      timeMs < 4_000 ? fail({ code: 'service_unavailable', retryAfterMs: 5_000 }) : ok(null),
    )
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(waitsMs).toEqual([5_000])
    expect(throttled).toEqual([false])
  })

  it('the request pool backs off longer each time without Retry-After, and then stops', async () => {
    const { waitsMs, done } = start(3, () => fail({ code: 'throttled' }))
    await vi.runAllTimersAsync()
    expect(await done).toEqual({ code: 'throttled' })
    expect(waitsMs).toEqual(waitsMs.toSorted((a, b) => a - b))
    expect(waitsMs[0]).toBe(2_000)
  })

  it('the request pool waits a minimum time even if Retry-After is zero or in the past', async () => {
    const overloaded = fail({ code: 'throttled', retryAfterMs: 0 })
    const { waitsMs, sentRequests, done } = start(
      20,
      (_, timeMs) => (timeMs < 3_000 ? overloaded : ok(null)),
      'ours',
    )
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(new Set(sentRequests.map(({ item }) => item)).size).toBe(20)
    expect(waitsMs[0]).toBeGreaterThan(0)
  })

  it('the request pool retries open items after a problem of the service has passed', async () => {
    const failed = new Set<number>()
    const sentItems: number[] = []
    let next = 0
    const done = runRequestPool({
      next: () => (next < 10 ? next++ : undefined),
      rateLimit: rateLimits.ours,
      ask: (item) => {
        sentItems.push(item)
        const isFirst = item === 4 && !failed.has(item)
        failed.add(item)
        return Promise.resolve(isFirst ? fail({ code: 'key_refused' }) : ok(null))
      },
      isOpen: () => true,
      onHold: () => undefined,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: new AbortController().signal,
    })
    await vi.runAllTimersAsync()
    expect(await done).toBeNull()
    expect(sentItems.filter((item) => item === 4)).toHaveLength(2)
  })

  it('the request pool retries an open item that fails while the next item is awaited', async () => {
    const sentItems: number[] = []
    const slowly = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 1_000))
    const done = runRequestPool<number>({
      next: () => slowly(sentItems.length === 0 ? 1 : undefined),
      rateLimit: rateLimits.unknown,
      ask: (item) => {
        sentItems.push(item)
        const isFirst = sentItems.length === 1
        return new Promise((resolve) =>
          setTimeout(() => resolve(isFirst ? fail({ code: 'answer_unreadable' }) : ok(null)), 500),
        )
      },
      isOpen: () => sentItems.length < 2,
      onHold: () => undefined,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: new AbortController().signal,
    })
    await vi.runAllTimersAsync()
    expect([await done, sentItems]).toEqual([null, [1, 1]])
  })

  it('the request pool stops if the service asks for too long a wait', async () => {
    const { sentRequests, done } = start(3, () => fail({ code: 'throttled', retryAfterMs: 3_600_000 }))
    await vi.runAllTimersAsync()
    expect(await done).toMatchObject({ code: 'throttled' })
    expect(sentRequests.length).toBe(1)
  })

  it('the request pool stops after consecutive failures, but not for missing links', async () => {
    const missing = start(10, () => fail({ code: 'link_not_found' }))
    await vi.runAllTimersAsync()
    expect(await missing.done).toBeNull()
    expect(missing.sentRequests.length).toBe(10)

    const unreachable = start(10, () => fail({ code: 'connection_refused' }))
    await vi.runAllTimersAsync()
    expect(await unreachable.done).toEqual({ code: 'connection_refused' })
    expect(unreachable.sentRequests.length).toBe(3)
  })

  it('the request pool stops immediately when cancelled', async () => {
    const { sentRequests, stop, done } = start(100)
    await vi.advanceTimersByTimeAsync(1_000)
    stop.abort()
    await vi.advanceTimersByTimeAsync(20)
    expect(await done).toBeNull()
    expect(sentRequests.length).toBeLessThanOrEqual(4)
  })

  it('the request pool stops on a back-off while the next item is still being fetched', async () => {
    const sentItems: number[] = []
    let fetched = 0
    const done = runRequestPool({
      next: async () => {
        const item = fetched++
        await new Promise((resolve) => setTimeout(resolve, 500))
        return item < 6 ? item : undefined
      },
      rateLimit: rateLimits.ours,
      ask: async (item) => {
        sentItems.push(item)
        await new Promise((resolve) => setTimeout(resolve, 400))
        return fail({ code: 'throttled', retryAfterMs: 3_600_000 })
      },
      onHold: () => undefined,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: new AbortController().signal,
    })
    await vi.runAllTimersAsync()
    expect(await done).toMatchObject({ code: 'throttled' })
    expect(sentItems).toEqual([0])
  })
})
