import { parseArgs } from 'node:util'
import { build } from './start/build.ts'
import { runCheck } from './test/check.ts'
import type { Command } from './test/check.ts'
import { keepTemporaryFilesInMemory } from './test/inMemory.ts'
import { alarms, appImage, browser, database, keyring, pooler, proxy, sqliteShell } from './test/needs.ts'
import { allPassed, summary } from './test/outcome.ts'
import type { Outcome } from './test/outcome.ts'
import { provide } from './test/provide.ts'
import { runSuite } from './test/suite.ts'
import type { Suite } from './test/suite.ts'

const root = `${import.meta.dirname}/..`

// The plugin gives the same output from a parser that takes half of the time.
const format = ['node_modules/prettier/bin/prettier.cjs', '--check', '--plugin=@prettier/plugin-oxc', '.']
const lintAndTypes: Command[] = [
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
  // On one thread: several checkers find much out anew that another one has found already, half as much again.
  { name: 'types', args: ['node_modules/native-typescript/bin/tsc', '-b', '--singleThreaded'] },
]
const checks: Command[] = [{ name: 'format', args: format }, ...lintAndTypes]

/** The same, with the formatting from its cache. */
const quickChecks: Command[] = [
  // Beside Prettier's own place for it, which is a folder that it empties when it is called without a cache.
  { name: 'format', args: [...format, '--cache', '--cache-location', 'node_modules/.cache/format'] },
  ...lintAndTypes,
]

/** What the tests of units need of the system. */
const unitNeeds = [keyring, database, sqliteShell, pooler, proxy, alarms, appImage]
/** The tests that need no more than a processor, but for those that `vitest.config.ts` leaves out of a quick run. */
const pureTests = ['tests/contract', 'tests/renderer', 'tests/scripts/test', 'tests/core/client']

/** `npm test`: everything that can be proven on this machine, every step even after one that failed. */
async function testAll(install: boolean): Promise<Outcome[]> {
  const lacks = provide([...unitNeeds, browser], { install })
  const built = await runBuild()
  const lack = lacks.get(browser.name)
  // Tests wait, for processes, pages and pauses: the checks are done in the meantime.
  const checking = runChecksInOrder()
  const [unit, component] = await Promise.all([
    runSuite({ project: 'unit' }, root),
    runBrowserSuite({ project: 'component' }, lack),
  ])
  const notes = unitNeeds.flatMap(({ name }) => lacks.get(name) ?? [])
  const whole = await runBrowserSuite({ project: 'browser' }, lack)
  return [...(await checking), built, { ...unit, notes: [...notes, ...unit.notes] }, component, whole]
}

/** Every check, giving way to the tests: what these measure and wait for is not to come late. */
async function runChecksInOrder(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await runCheck(check, root, { givesWay: true }))
  return outcomes
}

/** A suite that needs a Chromium, which may be lacking. */
async function runBrowserSuite(suite: Suite, lack: string | undefined): Promise<Outcome> {
  return lack === undefined ? await runSuite(suite, root) : skippedOutcome(suite.project, lack)
}

/** `npm run test:quick`: what can be said within a minute, for while one works. It builds and installs nothing. */
async function testQuickly(): Promise<Outcome[]> {
  const lack = provide([browser], { install: false }).get(browser.name)
  const checking = Promise.all(quickChecks.map((check) => runCheck(check, root)))
  const tested = await Promise.all([
    runSuite({ project: 'unit', paths: pureTests, quick: true }, root),
    runBrowserSuite({ project: 'component', quick: true }, lack),
  ])
  return [...(await checking), ...tested]
}

async function runBuild(): Promise<Outcome> {
  const startedAt = performance.now()
  const built = await build(root, console.log)
  const seconds = (performance.now() - startedAt) / 1_000
  return { name: 'build', passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0, seconds, notes: [] }
}

function skippedOutcome(name: string, why: string): Outcome {
  return { name, passed: 0, failed: 0, skipped: 1, seconds: 0, notes: [`skipped: ${why}`] }
}

const { values } = parseArgs({ options: { 'no-install': { type: 'boolean' }, quick: { type: 'boolean' } } })
process.once('exit', keepTemporaryFilesInMemory())
// Without this an interrupt ends the process before it has tidied up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const outcomes = values.quick ? await testQuickly() : await testAll(!values['no-install'])
console.log(summary(outcomes))
process.exit(allPassed(outcomes) ? 0 : 1)
