import { testKilledRuns } from './killed.ts'

testKilledRuns(3)
