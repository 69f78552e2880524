import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../service/postgres/binaries.ts'
import { failOver } from '../service/reliability/failover.ts'

const rounds = 2

describe.skipIf(postgresMissing() !== null)(
  'a PostgreSQL that is killed under load, with a synchronous standby',
  () => {
    it(`loses no acknowledged link, ${rounds} times over`, async () => {
      let total = 0
      for (let round = 0; round < rounds; round++) {
        const { acknowledged, lost } = await failOver(500 + Math.floor(Math.random() * 2_000), 1_000)
        expect(lost).toEqual([])
        total += acknowledged
      }
      expect(total).toBeGreaterThan(rounds * 1_500)
    })
  },
)
