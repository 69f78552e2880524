import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDay, readVisitLines } from '../../../service/visits/report.ts'
import { toHour } from '../../../service/visits/retention.ts'
import { countNames } from '../../../service/store/visits/visits.ts'
import { createReferrals } from '../store/referrals.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

it('the last two days of a line are yesterday and today in UTC, also right after midnight', async () => {
  const { visits } = service.store
  const add = async (time: string, count: number, number: number) => {
    const counts = Int32Array.from(countNames, () => 0)
    counts[countNames.indexOf('ios')] = count
    const batch = { links: Float64Array.of(7), counts, referrers: createReferrals([]) }
    await visits.add({ writer: 'w', number, sentAt: 0, hour: toHour(Date.parse(time)), ...batch })
  }
  await add('2026-11-22T23:30:00.000Z', 1, 1)
  await add('2026-11-23T23:59:59.999Z', 3, 2)
  const lineOn = async (day: string) =>
    (await readVisitLines(visits, [{ id: 7, path: 'p' }], parseDay(day))).visits['p']?.line.slice(-3)
  expect(await lineOn('2026-11-23')).toEqual([0, 1, 3])
  expect(await lineOn('2026-11-24')).toEqual([1, 3, 0])
  await add('2026-11-24T00:00:00.000Z', 5, 3)
  expect(await lineOn('2026-11-24')).toEqual([1, 3, 5])
})
