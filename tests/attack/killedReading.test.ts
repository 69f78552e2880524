import { testKilledReading } from '../core/runs/killedReading.ts'

testKilledReading(Number(process.env['ATTACK_ROUNDS'] ?? 20))
