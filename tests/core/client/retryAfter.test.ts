import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../../../core/client/retryAfter.ts'

const now = Date.parse('2026-11-20T08:33:00.000Z')

describe('Retry-After', () => {
  it.each([
    ['seconds', '120', 120_000],
    ['fractions of a second', '0.5', 500],
    ['a date', 'Fri, 20 Nov 2026 08:34:00 GMT', 60_000],
    ['a date that has passed', 'Fri, 20 Nov 2026 08:00:00 GMT', 0],
    ['the epoch in seconds', String(now / 1_000 + 30), 30_000],
    ['the epoch in milliseconds', String(now + 1_500), 1_500],
    ['more than a day', '9999999', 86_400_000],
    ['nothing', '', undefined],
    ['no header', undefined, undefined],
    ['words', 'soon', undefined],
    ['a negative number', '-5', undefined],
  ])('Retry-After is read from %s', (_, text, wait) => {
    expect(parseRetryAfter(text, now)).toBe(wait)
  })
})
