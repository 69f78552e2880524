import { testKilledRuns } from './killed.ts'

testKilledRuns(2)
