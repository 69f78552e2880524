import { describe, expect, it } from 'vitest'
import {
  describeOutcome,
  formatDuration,
  formatMoment,
  formatSize,
} from '../../../../renderer/screens/activity/request.ts'

describe('describeOutcome', () => {
  it.each([
    ['create', 200, null, { tone: 'good', label: 'Succeeded', why: '200' }],
    [
      'create',
      null,
      'timed_out',
      { tone: 'bad', label: 'No response', why: 'The service didn’t respond in time' },
    ],
    [
      'lookup',
      404,
      'link_not_found',
      { tone: 'bad', label: 'Failed', why: 'The service doesn’t know this link · 404' },
    ],
    ['test', 404, 'link_not_found', { tone: 'good', label: 'Succeeded', why: 'As expected in a test · 404' }],
    [
      'test',
      404,
      'wrong_path',
      { tone: 'bad', label: 'Failed', why: 'The service is at another path · 404' },
    ],
    [
      'test',
      401,
      'key_refused',
      { tone: 'bad', label: 'Failed', why: 'The service doesn’t accept this key · 401' },
    ],
  ] as const)('describeOutcome of a %s that ended in %s, %s', (operation, status, code, expected) => {
    expect(describeOutcome({ operation, status, code })).toEqual(expected)
  })
})

describe('formatting durations, sizes and times', () => {
  it('durations and sizes are short and precise enough', () => {
    expect([8, 999, 1_000, 1_240, 60_000].map((ms) => formatDuration(ms, 'en'))).toEqual([
      '8 ms',
      '999 ms',
      '1.0 s',
      '1.2 s',
      '60 s',
    ])
    expect([null, 0, 999, 1_000, 2_500_000].map((bytes) => formatSize(bytes, 'en'))).toEqual([
      '–',
      '0 B',
      '999 B',
      '1.0 KB',
      '2.5 MB',
    ])
  })

  it('durations and sizes have the decimal comma of their region', () => {
    expect([formatDuration(1_240, 'de'), formatSize(5_100, 'de')]).toEqual(['1,2 s', '5,1 KB'])
  })

  it('formatMoment shows the date only if it is not today', () => {
    const now = new Date(2026, 10, 20, 12)
    const today = formatMoment(new Date(2026, 10, 20, 8, 33).toISOString(), now)
    const yesterday = formatMoment(new Date(2026, 10, 19, 8, 33).toISOString(), now)
    expect(yesterday.endsWith(today)).toBe(true)
    expect(yesterday).toContain('19')
    expect(today).not.toContain('20,')
  })
})
