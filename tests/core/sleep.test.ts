import { expect, test } from 'vitest'
import { createSleep } from '../../core/sleep.ts'

const never = new AbortController().signal

test('work runs immediately while the computer is awake', async () => {
  await createSleep().untilAwake(never)
})

test('work that starts during sleep waits until the computer wakes, and the time is counted', async () => {
  let now = 1_000
  const sleep = createSleep(undefined, () => now)
  sleep.suspend()
  sleep.suspend()
  const order: string[] = []
  const waiting = sleep.untilAwake(never).then(() => order.push('sent'))
  await Promise.resolve()
  now = 61_000
  order.push('awake')
  sleep.resume()
  sleep.resume()
  await waiting
  expect(order).toEqual(['awake', 'sent'])
  expect(sleep.sleptMs()).toBe(60_000)
})

test('a clock that is set back during sleep adds no time', () => {
  let now = 1_000
  const sleep = createSleep(undefined, () => now)
  sleep.suspend()
  now = 0
  sleep.resume()
  expect(sleep.sleptMs()).toBe(0)
})

test("closing the app doesn't wait for a sleeping computer", async () => {
  const completion = new AbortController()
  const sleep = createSleep()
  sleep.suspend()
  const waiting = sleep.untilAwake(completion.signal)
  completion.abort()
  await waiting
})

test('the computer stays awake from the first task to the last, even if one fails', async () => {
  const awake: boolean[] = []
  const sleep = createSleep((keep) => awake.push(keep))
  const first = Promise.withResolvers<undefined>()
  const both = [sleep.during(() => first.promise), sleep.during(() => Promise.reject(new Error('failed')))]
  await expect(both[1]).rejects.toThrow('failed')
  expect(awake).toEqual([true])
  first.resolve(undefined)
  await both[0]
  expect(awake).toEqual([true, false])
})
