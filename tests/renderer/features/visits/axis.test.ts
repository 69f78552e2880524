import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { labelledTimes } from '../../../../renderer/features/visits/ticks.ts'
import { bucketName } from '../../../../renderer/features/visits/visitText.ts'

describe('the times below a chart', () => {
  const times = Array.from({ length: 14 }, (_, index) => `day ${index + 1}`)

  it.each([
    ['all shown if there is room', 14 * 84, times],
    ['partly shown, including the last', 500, ['day 2', 'day 5', 'day 8', 'day 11', 'day 14']],
    ['reduced to two in the narrowest chart', 10, ['day 7', 'day 14']],
  ])('the times below a chart are %s', (_, width, labels) => {
    expect(labelledTimes(times, width)).toEqual(labels)
  })
})

describe('the name of an hour', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 23, 14, 30) }))
  afterEach(() => void vi.useRealTimers())

  it('an hour’s label includes the weekday unless it is today', () => {
    const toName = (day: number, hour: number) =>
      bucketName(new Date(2026, 10, day, hour).toISOString(), 'hours')
    expect(toName(23, 9)).toBe(
      new Date(2026, 10, 23, 9).toLocaleTimeString(undefined, { timeStyle: 'short' }),
    )
    const weekday = new Date(2026, 10, 22).toLocaleDateString(undefined, { weekday: 'short' })
    expect(toName(22, 9)).toContain(weekday)
    expect(toName(22, 9)).toMatch(/9/)
  })
})
