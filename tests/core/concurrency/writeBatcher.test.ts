import { expect, it } from 'vitest'
import { createWriteBatcher } from '../../../core/concurrency/writeBatcher.ts'

const immediately = () => Promise.resolve()

it('the write batcher writes items together that arrive during a write, each once and in order', async () => {
  const writes: number[][] = []
  const gate = Promise.withResolvers<undefined>()
  const batch = createWriteBatcher<number>({
    work: async (items) => {
      writes.push(items)
      await gate.promise
    },
    gather: immediately,
    onError: (error) => expect.fail(String(error)),
  })
  batch.add(1)
  await expect.poll(() => writes).toEqual([[1]])
  for (const item of [2, 3, 4]) batch.add(item)
  gate.resolve(undefined)
  await batch.waitUntilIdle()
  expect(writes).toEqual([[1], [2, 3, 4]])
})

it('the write batcher collects while a write is running, and is idle only when all is written', async () => {
  const writes: number[][] = []
  const gate = Promise.withResolvers<undefined>()
  const batch = createWriteBatcher<number>({
    work: (items) => Promise.resolve(void writes.push(items)),
    gather: async () => {
      await gate.promise
    },
    onError: (error) => expect.fail(String(error)),
  })
  for (const item of [1, 2, 3]) batch.add(item)
  const idle = batch.waitUntilIdle()
  await immediately()
  expect(writes).toEqual([])
  gate.resolve(undefined)
  await idle
  expect(writes).toEqual([[1, 2, 3]])
})

it('the write batcher reports a failed write, and continues with the next', async () => {
  const [writes, errors] = [[] as number[][], [] as unknown[]]
  const full = new Error('The disk is full.')
  const batch = createWriteBatcher<number>({
    work: (items) => (items.includes(1) ? Promise.reject(full) : Promise.resolve(void writes.push(items))),
    gather: immediately,
    onError: (error) => void errors.push(error),
  })
  batch.add(1)
  await batch.waitUntilIdle()
  batch.add(2)
  await batch.waitUntilIdle()
  expect(errors).toEqual([full])
  expect(writes).toEqual([[2]])
})
