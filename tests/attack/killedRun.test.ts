import { testKilledRuns } from '../core/runs/killed.ts'

testKilledRuns(Number(process.env['ATTACK_ROUNDS'] ?? 20))
