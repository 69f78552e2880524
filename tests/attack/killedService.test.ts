import { testKilledService } from '../service/reliability/killed.ts'

testKilledService(Number(process.env['ATTACK_ROUNDS'] ?? 20))
