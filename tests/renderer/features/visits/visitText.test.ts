import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bucketName } from '../../../../renderer/features/visits/visitText.ts'

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
