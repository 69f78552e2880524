import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createWorkLimit } from '../../../core/sharing/workLimit.ts'

const hang = () => Promise.race<never>([])

it('hanging work is abandoned, so that an unresponsive network share blocks nothing', async () => {
  const limit = createWorkLimit(10)
  expect(await limit(hang)).toBeNull()
  expect(await limit(() => Promise.resolve(1))).toEqual({ value: 1 })
})

it('no more work is started while two tasks hang, and it resumes when one of them ends', async () => {
  const limit = createWorkLimit(10)
  const { promise, resolve } = Promise.withResolvers<number>()
  expect(await Promise.all([limit(hang), limit(() => promise)])).toEqual([null, null])
  let isBegun = false
  const begin = () => {
    isBegun = true
    return Promise.resolve(2)
  }
  expect([await limit(begin), isBegun]).toEqual([null, false])
  resolve(1)
  await promise
  await expect.poll(() => limit(begin)).toEqual({ value: 2 })
})

it('an error in the work is reported', async () => {
  await expect(createWorkLimit(1_000)(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

it('work that takes its time delays other work, and isn’t mistaken for hanging', async () => {
  const limit = createWorkLimit(10_000)
  const slow = [1, 2, 3, 4, 5].map((value) => limit(async () => await setTimeout(20, value)))
  expect(await Promise.all(slow)).toEqual([1, 2, 3, 4, 5].map((value) => ({ value })))
})
