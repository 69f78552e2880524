import { testKilledChangeRuns } from '../core/runs/changes/killed.ts'

const kills = Number(process.env['ATTACK_ROUNDS'] ?? 20)
testKilledChangeRuns(kills, kills * 60)
