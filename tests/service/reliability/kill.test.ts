import { testKilledService } from './killed.ts'

// Each round starts a service. Twenty rounds are an attack: `tests/attack/killedService.test.ts`.
testKilledService(3)
