import { testKilledChanges } from '../service/reliability/killedChanges.ts'

testKilledChanges(20)
