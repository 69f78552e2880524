import { expect, it } from 'vitest'
import { killAtSteps } from './killedRestore.ts'

it('a restore that is killed at any step leaves the old database or the new one, and keeps the old one', async () => {
  const { found, finished, lost } = await killAtSteps()
  expect([finished, lost]).toEqual([1, 0])
  expect(found.filter((links) => links !== 300 && links !== 600)).toEqual([])
  expect(found[0]).toBe(600)
  expect(found.at(-1)).toBe(300)
  expect(found.length).toBeGreaterThan(6)
})
