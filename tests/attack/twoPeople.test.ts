import { expect, it } from 'vitest'
import { runTwoPeople } from '../core/links/twoPeople.ts'

it('two apps that change the same link in 10,000 rounds never overwrite a change that the user has not seen', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const { applied, conflicts } = await runTwoPeople(10_000, seed).catch((error: unknown) => {
    throw new Error(`Seed ${seed}`, { cause: error })
  })
  expect(applied).toBeGreaterThan(10_000)
  expect(conflicts).toBeGreaterThan(1_000)
}, 3_600_000)
