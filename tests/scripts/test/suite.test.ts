import { expect, test } from 'vitest'
import { countReport } from '../../../scripts/test/suite.ts'

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const file = { name: 'a.test.ts', status: 'passed' as const, message: '', assertionResults: [] }

test('passed tests are counted', () => {
  expect(countReport(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 0, notes: [] })
})

test('skipped tests are listed', () => {
  const assertionResults = [{ fullName: 'the keyring keeps a key', status: 'skipped' }]
  const skipped = { ...report, numPendingTests: 1, testResults: [{ ...file, assertionResults }] }
  expect(countReport(skipped, 0)).toMatchObject({ skipped: 1, notes: ['skipped “the keyring keeps a key”'] })
})

test('failed tests are listed', () => {
  const assertionResults = [{ fullName: 'the store keeps a link', status: 'failed' }]
  const testResults = [{ ...file, status: 'failed' as const, assertionResults }]
  const notes = ['failed “the store keeps a link”']
  expect(countReport({ ...report, numFailedTests: 1, testResults }, 1)).toMatchObject({ failed: 1, notes })
})

test('tests that passed only on retry are listed with their first error', () => {
  const assertionResults = [{ fullName: 'a tab opens', status: 'passed', failureMessages: ['too late'] }]
  const testResults = [{ ...file, assertionResults }]
  const notes = ['flaky “a tab opens”: too late']
  expect(countReport({ ...report, testResults }, 0)).toMatchObject({ failed: 0, notes })
})

test('a file that cannot be loaded is a failure', () => {
  const broken = { ...report, testResults: [{ ...file, status: 'failed' as const }] }
  expect(countReport(broken, 1)).toMatchObject({ failed: 1, notes: ['could not run a.test.ts'] })
})

test('an error outside every test is a failure', () => {
  expect(countReport(report, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a run without a report is a failure', () => {
  expect(countReport(null, null)).toMatchObject({ passed: 0, failed: 1 })
})
