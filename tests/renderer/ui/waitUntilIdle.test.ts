import { afterEach, expect, test, vi } from 'vitest'
import { waitUntilIdle } from '../../../renderer/ui/waitUntilIdle.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waits until the browser has nothing to do, which it is given a limit for', async () => {
  const asked: [callback: () => void, options: object][] = []
  vi.stubGlobal('requestIdleCallback', (...args: (typeof asked)[number]) => asked.push(args))
  const idle = waitUntilIdle()
  let isIdle = false
  void idle.then(() => (isIdle = true))
  await Promise.resolve()
  expect(isIdle).toBe(false)
  expect(asked).toEqual([[expect.any(Function), { timeout: 2_000 }]])
  asked[0]?.[0]()
  await idle
})

test('goes by the time where the browser does not say', async () => {
  vi.useFakeTimers()
  const idle = waitUntilIdle()
  vi.advanceTimersByTime(500)
  await idle
})
