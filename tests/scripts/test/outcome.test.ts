import { expect, test } from 'vitest'
import { allPassed, formatSummary } from '../../../scripts/test/outcome.ts'
import type { Outcome } from '../../../scripts/test/outcome.ts'

const good: Outcome = { name: 'lint', passed: 1, failed: 0, skipped: 0, seconds: 2, notes: [] }
const mixed: Outcome = {
  name: 'unit',
  passed: 9,
  failed: 1,
  skipped: 2,
  seconds: 30,
  notes: ['no keyring here'],
}

test('the last line has only totals', () => {
  expect(formatSummary([good, mixed]).split('\n').at(-1)).toBe('tests: 10 passed, 1 failed, 2 skipped')
})

test('each step has a row, and each reason a line', () => {
  const text = formatSummary([good, mixed])
  expect(text).toMatch(/✓ lint +1 passed +0 failed +0 skipped +2\.0 s/)
  expect(text).toMatch(/✗ unit +9 passed +1 failed +2 skipped +30\.0 s/)
  expect(text).toContain('unit: no keyring here')
})

test('a single failure fails the whole run', () => {
  expect(allPassed([good])).toBe(true)
  expect(allPassed([good, mixed])).toBe(false)
})
