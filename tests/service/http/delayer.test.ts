import { expect, it } from 'vitest'
import { createDelayer } from '../../../service/http/delayer.ts'

it('the delayer delays answers, but only a limited number at a time', async () => {
  const delay = createDelayer()
  const first = delay().then(() => 'first')
  const others = Array.from({ length: 4_999 }, delay)
  expect(await Promise.race([first, delay().then(() => 'over the limit')])).toBe('over the limit')
  await Promise.all([first, ...others])
  const next = delay().then(() => 'delayed')
  expect(await Promise.race([next, Promise.resolve('at once')])).toBe('at once')
  expect(await next).toBe('delayed')
})
