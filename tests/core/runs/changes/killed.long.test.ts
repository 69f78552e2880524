import { testKilledChangeRuns } from './killed.ts'

testKilledChangeRuns(2, 200)
