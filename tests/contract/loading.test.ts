import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.restoreAllMocks())

/** The first number that `Intl` formats takes about 15 ms on each thread that loads the contract. */
test('the contract is loaded without Intl', async () => {
  const formatting = vi.spyOn(Number.prototype, 'toLocaleString')
  const formats = vi.spyOn(Intl, 'NumberFormat')
  const { calls } = await import('../../contract/app/calls/calls.ts')
  expect(Object.keys(calls)).not.toEqual([])
  expect(formatting).not.toHaveBeenCalled()
  expect(formats).not.toHaveBeenCalled()
})
