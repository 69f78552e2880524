import { testKilledReading } from './killedReading.ts'

testKilledReading(1)
