import { expect, it, vi } from 'vitest'
import type { PendingRow, TakenRows } from '../../../core/library/runs/sendQueue.ts'
import { createRowPrefetcher } from '../../../core/runs/rowPrefetcher.ts'

/** A library with this many ready rows. */
function createFakeSending(readyRows: number) {
  let taken = 0
  const take = vi.fn((limit: number) => {
    const count = Math.min(limit, readyRows - taken)
    const rows = Array.from({ length: count }, (_, at): PendingRow => row(taken + at + 1))
    taken += count
    const result: TakenRows = { rows, existing: 0, isLast: taken === readyRows }
    return Promise.resolve(result)
  })
  return { take, taken: () => taken }
}

const row = (number: number): PendingRow => ({
  number,
  linkId: `link ${number}`,
  request: { title: 'A title' },
})

function createPrefetcher(
  take: ReturnType<typeof createFakeSending>['take'],
  batchSize: number,
  limit = Infinity,
  onExisting: (rows: number) => void = () => undefined,
) {
  return createRowPrefetcher({ take, limit, batchSize, onExisting, wait: () => Promise.resolve(true) })
}

it('the row prefetcher returns each row once and in order, and prefetches the next ones', async () => {
  const { take, taken } = createFakeSending(10)
  const prefetcher = createPrefetcher(take, 4)
  const numbers: number[] = []
  for (let at = 0; at < 2; at++) numbers.push((await prefetcher.next())?.number ?? 0)
  expect(taken()).toBe(4)
  numbers.push((await prefetcher.next())?.number ?? 0)
  expect(taken()).toBe(8)
  for (let next = await prefetcher.next(); next; next = await prefetcher.next()) numbers.push(next.number)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(await prefetcher.next()).toBeUndefined()
})

it('the row prefetcher prefetches nothing for single rows, and nothing beyond its limit', async () => {
  const { take, taken } = createFakeSending(10)
  const prefetcher = createPrefetcher(take, 1, 2)
  await prefetcher.next()
  expect(taken()).toBe(1)
  await prefetcher.next()
  expect(await prefetcher.next()).toBeUndefined()
  expect(taken()).toBe(2)
})

it('the row prefetcher releases unused rows, including those still being read', async () => {
  const { take, taken } = createFakeSending(10)
  const prefetcher = createPrefetcher(take, 4)
  for (let at = 0; at < 3; at++) await prefetcher.next()
  expect((await prefetcher.rest()).map(({ number }) => number)).toEqual([4, 5, 6, 7, 8])
  expect(taken()).toBe(8)
  expect(await prefetcher.rest()).toEqual([])
})

it('the row prefetcher rejects waiting callers if reading failed, and tries again for the next', async () => {
  const { take } = createFakeSending(2)
  take.mockRejectedValueOnce(new Error('The disk is full.'))
  const prefetcher = createPrefetcher(take, 1)
  await expect(prefetcher.next()).rejects.toThrow('The disk is full.')
  expect((await prefetcher.next())?.number).toBe(1)
})

it('the row prefetcher reads on if all rows of a batch exist already, and counts them', async () => {
  const { take } = createFakeSending(2)
  const skippedBatch: TakenRows = { rows: [], existing: 500, isLast: false }
  take.mockResolvedValueOnce(skippedBatch)
  const onExisting = vi.fn()
  const prefetcher = createPrefetcher(take, 4, Infinity, onExisting)
  expect((await prefetcher.next())?.number).toBe(1)
  expect((await prefetcher.next())?.number).toBe(2)
  expect(await prefetcher.next()).toBeUndefined()
  expect(onExisting.mock.calls).toEqual([[500]])
})

it('the row prefetcher waits while the next row’s link is being created elsewhere, until it must stop', async () => {
  const { take } = createFakeSending(1)
  const waiting: TakenRows = { rows: [], existing: 0, isLast: false }
  const wait = vi.fn(() => Promise.resolve(true))
  const prefetcher = createRowPrefetcher({
    ...{ take, limit: Infinity, batchSize: 4, onExisting: () => undefined, wait },
  })
  take.mockResolvedValue(waiting)
  wait.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  expect(await prefetcher.next()).toBeUndefined()
  expect(take).toHaveBeenCalledTimes(2)
  take.mockResolvedValueOnce(waiting).mockResolvedValueOnce({ rows: [row(1)], existing: 0, isLast: true })
  expect((await prefetcher.next())?.number).toBe(1)
})
