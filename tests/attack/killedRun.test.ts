import { killsRuns } from '../core/runs/killed.ts'

killsRuns(Number(process.env['ATTACK_ROUNDS'] ?? 20))
