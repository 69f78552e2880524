import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './outcome.ts'

/** The used part of Vitest's JSON report. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

export interface Suite {
  /** Name of the project in `vitest.config.ts`. */
  project: string
  /** Only test files below these paths. */
  paths?: string[]
  /** Quick run: no build, no long inputs, one axe check per screen. */
  quick?: boolean
}

/** Runs one Vitest project with visible output, and counts its tests. */
export async function runSuite(suite: Suite, root: string): Promise<Outcome> {
  const { project, paths = [], quick = false } = suite
  const startedAt = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-report-'))
  const file = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    ...paths,
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    // On CI, a slow machine can't be inspected. Tests that pass only on retry are listed in the summary.
    ...(process.env['CI'] ? ['--retry=1'] : []),
  ]
  const env = quick ? { ...process.env, LINKWRIGHT_TEST_QUICK: '1' } : process.env
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const [code] = (await once(child, 'close')) as [number | null]
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
  rmSync(folder, { recursive: true })
  return { name: project, seconds: (performance.now() - startedAt) / 1_000, ...countReport(report, code) }
}

/**
 * Counts a report. A test file that failed to load counts as one failure, and so does a failed run without a failed
 * test (an error outside tests, no report). No failure therefore goes uncounted.
 */
export function countReport(report: Report | null, code: number | null): Omit<Outcome, 'name' | 'seconds'> {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report ?? emptyReport
  const broken = testResults.filter(isBroken)
  const failed = numFailedTests + broken.length
  const stray = code !== 0 && failed === 0 ? [`exited with ${String(code)} although no test failed`] : []
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  const flaky = all.filter(isFlaky)
  const skipped = all.filter(isSkipped).map(({ fullName }) => fullName)
  return {
    passed: numPassedTests,
    failed: failed + stray.length,
    skipped: numPendingTests + numTodoTests,
    notes: [
      ...failures.map((name) => `failed “${name}”`),
      ...broken.map(({ name }) => `could not run ${name}`),
      ...stray,
      ...flaky.map(
        ({ fullName, failureMessages = [] }) => `flaky “${fullName}”: ${failureMessages[0] ?? ''}`,
      ),
      ...skipped.map((name) => `skipped “${name}”`),
    ],
  }
}

const emptyReport: Report = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

const isBroken = ({ status, assertionResults }: Report['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed')
/** Whether a test failed at first and passed on retry. */
const isFlaky = ({ status, failureMessages = [] }: { status: string; failureMessages?: string[] }) =>
  status === 'passed' && failureMessages.length > 0
const isSkipped = ({ status }: { status: string }) => status !== 'failed' && status !== 'passed'
