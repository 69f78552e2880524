import { testExactCounts } from '../service/reliability/exactVisits.ts'

testExactCounts({ visits: Number(process.env['ATTACK_VISITS'] ?? 120_000), links: 10_000 })
