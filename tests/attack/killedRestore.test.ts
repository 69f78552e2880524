import { expect, it } from 'vitest'
import { killRestores } from '../service/reliability/killedRestore.ts'

it('a killed restore leaves either the old or the new database, and keeps the old one', async () => {
  for (let round = 0; round < 3; round++) {
    const { found, lost } = await killRestores(60)
    console.log(`${found.length} kills, ${lost} old databases lost`)
    expect(lost).toBe(0)
    expect(found.filter((links) => links !== 300 && links !== 600)).toEqual([])
  }
})
