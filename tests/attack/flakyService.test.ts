import { testFlakyService } from '../core/runs/flakyService.ts'

testFlakyService(1_000)
