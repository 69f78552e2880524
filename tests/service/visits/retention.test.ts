import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseDay } from '../../../service/visits/report.ts'
import { toHour, pruneVisits, computeRetention, startPruning } from '../../../service/visits/retention.ts'
import { countNames, spans } from '../../../service/store/visits/visits.ts'
import { createReferrals } from '../store/referrals.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

it.each([
  ['2026-11-22T23:59:59.999Z', 25, '2024-10-22'],
  ['2026-11-23T00:00:00.000Z', 25, '2024-10-23'],
  ['2026-01-31T12:00:00.000Z', 1, '2025-12-31'],
  ['2026-03-31T12:00:00.000Z', 1, '2026-02-28'],
  ['2026-04-01T12:00:00.000Z', 1, '2026-03-01'],
  ['2028-03-31T12:00:00.000Z', 25, '2026-02-28'],
])('at %s, a retention of %i months begins on %s', (now, months, first) => {
  const { day, hour } = computeRetention(Date.parse(now), { months, hours: 48 })
  expect([day, hour]).toEqual([parseDay(first), toHour(Date.parse(now)) - 47])
})

it('the retention of visits deletes in steps until nothing old is left, and can end between two', async () => {
  const { visits } = service.store
  const links = Float64Array.from({ length: 1_200 }, (_, index) => index + 1)
  const hour = parseDay('2026-11-20')
  const counts = Int32Array.from({ length: links.length * countNames.length }, () => 1)
  await visits.add({ writer: 'w', number: 1, sentAt: 0, hour, links, counts, referrers: createReferrals([]) })
  const retention = { day: hour, hour: hour + 1, writer: 1 }
  const abortedSignal = AbortSignal.abort()
  await pruneVisits(visits, retention, abortedSignal)
  expect(await visits.find([...links], spans.hour, hour, hour)).toHaveLength(1_200)
  await pruneVisits(visits, retention)
  expect(await visits.find([...links], spans.hour, hour, hour)).toEqual([])
  expect(await visits.find([...links], spans.day, hour, hour)).toHaveLength(1_200)
})

it('the retention of visits deletes at most a day more every ten minutes, however far the clock jumps ahead', async () => {
  const start = Date.parse('2026-11-20T12:00:00Z')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: start })
  const setting = { months: 25, hours: 48 }
  const prune = vi.spyOn(service.store.visits, 'prune').mockResolvedValue(0)
  const endPruning = startPruning(service.store.visits, setting, (error) => expect.unreachable(String(error)))
  try {
    const tenMinutes = 600_000
    await vi.advanceTimersByTimeAsync(tenMinutes)
    vi.setSystemTime('2036-01-01T00:00:00Z')
    await vi.advanceTimersByTimeAsync(tenMinutes)
    vi.setSystemTime(start + 2 * tenMinutes)
    await vi.advanceTimersByTimeAsync(tenMinutes)
    await endPruning()
    expect(prune.mock.calls).toEqual(
      [tenMinutes, tenMinutes + 86_400_000, 3 * tenMinutes].map((elapsed) => [
        computeRetention(start + elapsed, setting),
      ]),
    )
  } finally {
    vi.useRealTimers()
    prune.mockRestore()
  }
})

it.each([
  ['after visits on the day before', '2026-11-19', '2026-11-20T12:10:00Z'],
  ['years after the last visits, at most until a day after them', '2020-01-01', '2020-01-03T00:00:00Z'],
])('the first deletion since the start expires visits %s', async (_, lastDay, expectedTime) => {
  const start = Date.parse('2026-11-20T12:00:00Z')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: start })
  const setting = { months: 25, hours: 48 }
  const { store, stop } = await startTestService()
  const prune = vi.spyOn(store.visits, 'prune').mockResolvedValue(0)
  // Visits of the clock's own day could be from the service itself.
  for (const [index, day] of [lastDay, '2026-11-20', '2030-01-01'].entries()) {
    await store.visits.add({
      ...{ writer: 'w', number: index, sentAt: 0, hour: parseDay(day), referrers: createReferrals([]) },
      links: Float64Array.of(1),
      counts: Int32Array.from(countNames, () => 1),
    })
  }
  const endPruning = startPruning(store.visits, setting, (error) => expect.unreachable(String(error)))
  try {
    vi.advanceTimersByTime(600_000)
    await vi.waitFor(() => expect(prune).toHaveBeenCalled())
    await endPruning()
    const { day, hour } = computeRetention(Date.parse(expectedTime), setting)
    expect(prune.mock.calls[0]?.[0]).toMatchObject({ day, hour })
  } finally {
    vi.useRealTimers()
    await stop()
  }
})
