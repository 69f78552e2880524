import { killsService } from '../service/reliability/killed.ts'

killsService(Number(process.env['ATTACK_ROUNDS'] ?? 20))
