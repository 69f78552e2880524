import { testKilledChanges } from './killedChanges.ts'

// Each round starts two services. Twenty rounds are an attack: `tests/attack/killedChanges.test.ts`.
testKilledChanges(2)
