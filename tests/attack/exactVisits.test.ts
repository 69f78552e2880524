import { countsExactly } from '../service/reliability/exactVisits.ts'

countsExactly({ visits: Number(process.env['ATTACK_VISITS'] ?? 120_000), links: 10_000 })
