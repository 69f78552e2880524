import { program } from 'commander'
import { build } from './start/build.ts'
import { runCheck, type Command } from './test/check.ts'
import { useMemoryForTemporaryFiles } from './test/inMemory.ts'
import { browser, unitRequirements } from './test/requirements.ts'
import { allPassed, runStep, formatSummary, type Outcome } from './test/outcome.ts'
import { installMissing } from './test/installMissing.ts'
import { runSuite, type Suite } from './test/suite.ts'

const root = `${import.meta.dirname}/..`

const checks: Command[] = [
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
  // Runs on one thread: several type checkers repeat each other's work and need half as much CPU time again.
  { name: 'types', args: ['node_modules/native-typescript/bin/tsc', '-b', '--singleThreaded'] },
]

/** Tests that need only a CPU, except those that `vitest.config.ts` excludes from a quick run. */
const pureTests = ['tests/contract', 'tests/renderer', 'tests/scripts/test', 'tests/core/client']

/** Implements `npm test`: runs every step on this machine, even after a failed one. */
async function testAll(install: boolean): Promise<Outcome[]> {
  const reasons = installMissing([...unitRequirements, browser], { install })
  const buildOutcome = await runStep('build', () => build(root, console.log))
  const noBrowser = reasons.get(browser.name)
  // Tests often wait for processes, pages and pauses, so the checks and both kinds of suites run at the same time.
  const [checkOutcomes, unit, [component, app]] = await Promise.all([
    runChecksInOrder(),
    runSuite({ project: 'unit' }, root),
    runBrowserSuites(noBrowser),
  ])
  const notes = unitRequirements.flatMap(({ name }) => reasons.get(name) ?? [])
  return [...checkOutcomes, buildOutcome, { ...unit, notes: [...notes, ...unit.notes] }, component, app]
}

/** Runs the suites in pages one after the other, because each starts browsers for all cores. */
async function runBrowserSuites(noBrowser: string | undefined): Promise<[Outcome, Outcome]> {
  const component = await runBrowserSuite({ project: 'component' }, noBrowser)
  return [component, await runBrowserSuite({ project: 'browser' }, noBrowser)]
}

/** Runs every check at low priority, so that they don't delay the tests. */
async function runChecksInOrder(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await runCheck(check, root, { isLowPriority: true }))
  return outcomes
}

/** Runs a suite that needs Chromium, which may be missing. */
async function runBrowserSuite(suite: Suite, noBrowser: string | undefined): Promise<Outcome> {
  if (noBrowser === undefined) return await runSuite(suite, root)
  return {
    name: suite.project,
    passed: 0,
    failed: 0,
    skipped: 1,
    seconds: 0,
    notes: [`skipped: ${noBrowser}`],
  }
}

/** Implements `npm run test:quick`: a short check while you work. Builds and installs nothing. */
async function testQuickly(): Promise<Outcome[]> {
  const noBrowser = installMissing([browser], { install: false }).get(browser.name)
  const checkOutcomes = Promise.all(checks.map((check) => runCheck(check, root)))
  const suiteOutcomes = await Promise.all([
    runSuite({ project: 'unit', paths: pureTests, quick: true }, root),
    runBrowserSuite({ project: 'component', quick: true }, noBrowser),
  ])
  return [...(await checkOutcomes), ...suiteOutcomes]
}

const { install, quick } = program
  .name('npm test --')
  .option('--no-install', 'install no missing packages of the system')
  .option('--quick', 'as npm run test:quick: fast tests only; builds and installs nothing')
  .parse()
  .opts<{ install: boolean; quick?: boolean }>()
process.once('exit', useMemoryForTemporaryFiles())
// Without this, an interrupt would end the process before it has cleaned up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const outcomes = quick ? await testQuickly() : await testAll(install)
console.log(formatSummary(outcomes))
process.exit(allPassed(outcomes) ? 0 : 1)
