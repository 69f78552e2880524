import { describe, expect, it } from 'vitest'
import { postgresMissing } from '../postgres/binaries.ts'
import { failOver } from './failover.ts'

describe.skipIf(postgresMissing() !== null)('a service whose PostgreSQL fails over to a standby', () => {
  it('a service whose PostgreSQL fails over to a standby finds the new one and has every acknowledged link', async () => {
    const { acknowledged, lost } = await failOver(200, 200)
    expect([acknowledged >= 400, lost]).toEqual([true, []])
  })
})
