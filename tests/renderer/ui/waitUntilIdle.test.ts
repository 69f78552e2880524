import { afterEach, expect, test, vi } from 'vitest'
import { waitUntilIdle } from '../../../renderer/ui/waitUntilIdle.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waitUntilIdle waits for an idle browser, with a time limit', async () => {
  const requests: [callback: () => void, options: object][] = []
  vi.stubGlobal('requestIdleCallback', (...args: (typeof requests)[number]) => requests.push(args))
  const idle = waitUntilIdle()
  let isIdle = false
  void idle.then(() => (isIdle = true))
  await Promise.resolve()
  expect(isIdle).toBe(false)
  expect(requests).toEqual([[expect.any(Function), { timeout: 2_000 }]])
  requests[0]?.[0]()
  await idle
})

test('waitUntilIdle uses a timer if the browser has no idle callback', async () => {
  vi.useFakeTimers()
  const idle = waitUntilIdle()
  vi.advanceTimersByTime(500)
  await idle
})
