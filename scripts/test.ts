import { build } from './start/build.ts'
import { runCheck } from './test/check.ts'
import { alarms, browser, database, keyring, pooler, provide, sqliteShell } from './test/needs.ts'
import { allPassed, summary } from './test/outcome.ts'
import type { Outcome } from './test/outcome.ts'
import { runSuite } from './test/suite.ts'

const root = `${import.meta.dirname}/..`

const checks = [
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'] },
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b'] },
]

/** `npm test`: everything that can be proven on this machine, every step even after one that failed. */
async function prove(): Promise<Outcome[]> {
  const outcomes = await Promise.all(checks.map((check) => runCheck(check, root)))
  outcomes.push(await runBuild())
  outcomes.push(await runUnit(), await runBrowser())
  return outcomes
}

async function runBuild(): Promise<Outcome> {
  const startedAt = performance.now()
  const built = await build(root, console.log)
  const seconds = (performance.now() - startedAt) / 1_000
  return { name: 'build', passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0, seconds, notes: [] }
}

async function runUnit(): Promise<Outcome> {
  const needs = [keyring, database, sqliteShell, pooler, alarms]
  const lacks = needs.map(provide).filter((reason) => reason !== null)
  const outcome = await runSuite({ name: 'unit', project: 'unit' }, root)
  return { ...outcome, notes: [...lacks, ...outcome.notes] }
}

async function runBrowser(): Promise<Outcome> {
  const lack = provide(browser)
  if (lack !== null) {
    return { name: 'browser', passed: 0, failed: 0, skipped: 1, seconds: 0, notes: [`skipped: ${lack}`] }
  }
  return await runSuite({ name: 'browser', project: 'browser' }, root)
}

const outcomes = await prove()
console.log(summary(outcomes))
process.exit(allPassed(outcomes) ? 0 : 1)
