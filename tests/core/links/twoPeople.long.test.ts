import { expect, it } from 'vitest'
import { runTwoPeople } from './twoPeople.ts'

it('two apps that change the same link never overwrite a change that the user has not seen', async () => {
  const { applied, conflicts } = await runTwoPeople(100, 1)
  expect(applied).toBeGreaterThan(0)
  expect(conflicts).toBeGreaterThan(0)
})
