import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './outcome.ts'

/** The used part of Vitest's JSON report. */
interface Report {
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
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkwright-report-'))
  const file = join(folder.path, 'report.json')
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
  return { name: project, seconds: (performance.now() - startedAt) / 1_000, ...countReport(report, code) }
}

/**
 * Counts a report. A test file that failed to load counts as one failure, and so does a failed run without a failed
 * test (an error outside tests, no report). No failure therefore goes uncounted.
 */
export function countReport(report: Report | null, code: number | null): Omit<Outcome, 'name' | 'seconds'> {
  const files = report?.testResults ?? []
  const brokenFiles = files.filter(isBroken).map(({ name }) => `could not run ${name}`)
  const assertions = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = assertions.filter(({ status }) => status === 'passed')
  const failed = assertions.filter(({ status }) => status === 'failed')
  const skipped = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed')
  const failures = [...failed.map(({ fullName }) => `failed “${fullName}”`), ...brokenFiles]
  if (code !== 0 && failures.length === 0)
    failures.push(`exited with ${String(code)} although no test failed`)
  // Only tests that failed at first and passed on retry have a message although they passed.
  const flaky = passed.flatMap(({ fullName, failureMessages: [first] = [] }) =>
    first === undefined ? [] : [`flaky “${fullName}”: ${first}`],
  )
  return {
    passed: passed.length,
    failed: failures.length,
    skipped: skipped.length,
    notes: [...failures, ...flaky, ...skipped.map(({ fullName }) => `skipped “${fullName}”`)],
  }
}

const isBroken = ({ status, assertionResults }: Report['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed')
