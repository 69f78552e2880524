import { testFlakyService } from './flakyService.ts'

testFlakyService(100)
