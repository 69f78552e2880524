import { expect, test } from 'vitest'
import { countReport } from '../../../scripts/test/suite.ts'

/** Returns the report of one test file. */
const report = (
  status: 'passed' | 'failed',
  ...assertionResults: { fullName: string; status: string }[]
) => ({
  testResults: [{ name: 'a.test.ts', status, message: '', assertionResults }],
})
const passed = { fullName: 'the app starts', status: 'passed' }

test('passed tests are counted', () => {
  expect(countReport(report('passed', passed, passed, passed), 0)).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
    notes: [],
  })
})

test('skipped tests are listed', () => {
  const skipped = { fullName: 'the keyring keeps a key', status: 'skipped' }
  expect(countReport(report('passed', passed, skipped), 0)).toMatchObject({
    passed: 1,
    skipped: 1,
    notes: ['skipped “the keyring keeps a key”'],
  })
})

test('failed tests are listed', () => {
  const failed = { fullName: 'the store keeps a link', status: 'failed' }
  const notes = ['failed “the store keeps a link”']
  expect(countReport(report('failed', failed), 1)).toMatchObject({ failed: 1, notes })
})

test('tests that passed only on retry are listed with their first error', () => {
  const flaky = { fullName: 'a tab opens', status: 'passed', failureMessages: ['too late'] }
  const notes = ['flaky “a tab opens”: too late']
  expect(countReport(report('passed', flaky), 0)).toMatchObject({ passed: 1, failed: 0, notes })
})

test('a file that cannot be loaded is a failure', () => {
  expect(countReport(report('failed'), 1)).toMatchObject({ failed: 1, notes: ['could not run a.test.ts'] })
})

test('an error outside every test is a failure', () => {
  expect(countReport(report('passed', passed), 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('a run without a report is a failure', () => {
  expect(countReport(null, null)).toMatchObject({ passed: 0, failed: 1 })
})
