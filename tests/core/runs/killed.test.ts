import { killsRuns } from './killed.ts'

killsRuns(3)
