import { expect, test } from 'vitest'
import { nextAttempt } from '../../../electron/recovery/attempts.ts'

/** Returns what happens to a page that fails at these minutes. */
function reactionsTo(...minutes: number[]): string[] {
  let failures: number[] = []
  return minutes.map((minute) => {
    const attempt = nextAttempt(failures, minute * 60_000)
    failures = attempt.failures
    return attempt.next
  })
}

test('a page that keeps failing is reloaded three times, and then no more', () => {
  expect(reactionsTo(0, 0, 0, 0, 0)).toEqual(['reload', 'reload', 'reload', 'give up', 'give up'])
})

test('a page that fails occasionally is always reloaded', () => {
  expect(reactionsTo(0, 4, 8, 12, 16, 20)).toEqual(Array(6).fill('reload'))
})

test('the list of attempts does not grow', () => {
  let failures: number[] = []
  for (let minute = 0; minute < 1_000; minute++) failures = nextAttempt(failures, minute * 60_000).failures
  expect(failures).toHaveLength(10)
})
