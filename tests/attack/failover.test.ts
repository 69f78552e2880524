import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../service/postgres/binaries.ts'
import { failOver } from '../service/reliability/failover.ts'

const missing = postgresMissing()

describe.skipIf(missing !== null)(
  `a PostgreSQL that is killed under load, with a synchronous standby${missing ? ` (${missing})` : ''}`,
  () => {
    it('a failover loses no acknowledged link of two services, and both recover', async () => {
      const { acknowledged, lost } = await failOver(1_000 + Math.floor(Math.random() * 1_000), 1_000, 2)
      expect(lost).toEqual([])
      expect(acknowledged).toBeGreaterThanOrEqual(4_000)
    })

    it('a failover loses no acknowledged link', async () => {
      const { acknowledged, lost } = await failOver(2_000 + Math.floor(Math.random() * 2_000), 2_000)
      expect(lost).toEqual([])
      expect(acknowledged).toBeGreaterThanOrEqual(4_000)
    })
  },
)
