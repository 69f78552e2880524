import { expect, it } from 'vitest'
import { killRestores } from '../service/reliability/killedRestore.ts'

it('restores that are killed leave the old database or the new one, and keep the old one', async () => {
  for (let round = 0; round < 3; round++) {
    const { found, lost } = await killRestores(13)
    console.log(`${found.length} kills, ${lost} old databases lost`)
    expect(lost).toBe(0)
    expect(found.filter((links) => links !== 300 && links !== 600)).toEqual([])
  }
})
