import { expect, it } from 'vitest'
import { killRestores } from './killedRestore.ts'

it('a restore that is killed leaves the old database or the new one, and keeps the old one', async () => {
  const { found, finished, lost } = await killRestores(200)
  expect([finished, lost]).toEqual([1, 0])
  expect(found.filter((links) => links !== 300 && links !== 600)).toEqual([])
  expect(found.at(-1)).toBe(300)
})
