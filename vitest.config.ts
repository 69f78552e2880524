import { playwright } from '@vitest/browser-playwright'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findBrowserHere, quietFlags } from './scripts/browser.ts'
import { SlowFirst } from './scripts/test/slowFirst.ts'
import { testThreads } from './scripts/vite/testThreads.ts'

const browser = findBrowserHere()

// The tests start hundreds of processes from the same sources; compiling takes half of each start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'node')

// No test may touch the keys of whoever runs it. On Linux each app of the tests gets a session bus of its own, or none.
if (process.platform !== 'linux') process.env['LINKWRIGHT_KEY_STORE'] = 'memory'

/** Time limit for anything that hangs, in milliseconds. Generous, because machines differ in speed. */
const timeoutMs = Number(process.env['LINKWRIGHT_TEST_TIMEOUT_MS'] ?? 360_000)

/** Tests of other projects. */
const otherProjects = ['tests/browser/**', 'tests/attack/**', 'tests/packed/**', 'tests/operate/**']

/**
 * Tests that `npm test` leaves to `npm run test:long` and `npm run test:hosts`: they kill or start services, databases and
 * apps many times, build packages, or show with the whole app what component and unit tests cover.
 */
const longTests = ['tests/**/*.long.test.ts', 'tests/hosts/*.test.ts', 'tests/service/reliability/*.test.ts']

/** Tests that `npm run test:long` repeats with all random cases and the longest inputs; see `tests/effort.ts`. */
const reducedTests = [
  'tests/contract/service/appLinks/matching/matching.test.ts',
  'tests/contract/longInput.test.ts',
  'tests/contract/service/address/pastedLinks.test.ts',
  'tests/core/library/imports/readers.test.ts',
  'tests/core/library/search.test.ts',
  'tests/core/longInput.test.ts',
  'tests/core/redactor.test.ts',
  'tests/core/tables/bombs.test.ts',
  'tests/core/tables/mutations.test.ts',
  'tests/renderer/ui/shorten.test.ts',
  'tests/service/generated/*.test.ts',
  'tests/service/linkHost/ownPaths.test.ts',
  'tests/service/linkHost/query.test.ts',
  'tests/service/links/associationFile.test.ts',
]

const quick = process.env['LINKWRIGHT_TEST_QUICK'] !== undefined
/** Excluded from a quick run: they take a quarter of its time, start an app or a service, or need a build. */
const slowTests = [
  'tests/contract/longInput.test.ts',
  'tests/renderer/link/lookup.test.ts',
  'tests/renderer/screens/settings/dataFiles.test.ts',
  'tests/renderer/screens/settings/licences/licence.test.ts',
]

/** Uses React and Mantine as the built window does, without their checks for development. */
const production = { 'process.env.NODE_ENV': '"production"' }

const buildFirst = 'tests/buildFirst.ts'

/** Tests start many threads that live shortly. A larger new space from their start saves a tenth of the CPU time. */
const execArgv = ['--min-semi-space-size=16']

/** Options of the projects of unit tests. */
const inNode = {
  isolate: false,
  execArgv,
  globalSetup: buildFirst,
  environment: 'node',
  maxWorkers: 2 * availableParallelism(),
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  expect: { poll: { timeout: timeoutMs / 3 } },
}

/** Options of the projects that test the whole app. */
const wholeApp = {
  isolate: false,
  execArgv,
  globalSetup: buildFirst,
  include: ['tests/browser/**/*.test.ts'],
  maxWorkers: availableParallelism() + 1,
  sequence: { groupOrder: 1 },
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  expect: { poll: { timeout: timeoutMs / 3 } },
}

/**
 * More files run in parallel than there are cores, because tests wait for processes and disks. Files of a worker share
 * modules: loading these takes longer than most files. Whole-app tests run last, since each starts an app.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        plugins: [testThreads()],
        test: {
          name: 'unit',
          ...inNode,
          globalSetup: quick ? [] : buildFirst,
          include: ['tests/**/*.test.ts'],
          exclude: [...otherProjects, ...longTests, ...(quick ? slowTests : [])],
        },
      },
      {
        plugins: [testThreads()],
        test: {
          name: 'long',
          ...inNode,
          include: [...longTests, ...reducedTests],
          exclude: otherProjects,
          env: { LINKWRIGHT_TEST_FULL: '1' },
        },
      },
      {
        define: production,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // All packages that the window uses are prepared before the first test: one found later would reload the page.
        optimizeDeps: {
          entries: ['renderer/main.tsx', 'tests/renderer/**/*.tsx'],
          include: ['react/jsx-runtime'],
          rolldownOptions: { transform: { define: production } },
        },
        test: {
          name: 'component',
          include: ['tests/renderer/**/*.test.tsx'],
          maxWorkers: availableParallelism(),
          provide: { quick },
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
          expect: { poll: { timeout: timeoutMs / 3 } },
          setupFiles: 'tests/renderer/setup.ts',
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: timeoutMs,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { args: quietFlags, ...(browser === null ? {} : { executablePath: browser }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'browser', ...wholeApp, exclude: longTests } },
      { test: { name: 'hosts', ...wholeApp, env: { LINKWRIGHT_TEST_ALL_HOSTS: '1' } } },
      {
        test: {
          name: 'packed',
          include: ['tests/packed/**/*.test.ts'],
          testTimeout: timeoutMs,
          expect: { poll: { timeout: timeoutMs / 3 } },
        },
      },
      {
        test: {
          name: 'operate',
          include: ['tests/operate/**/*.test.ts'],
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
          expect: { poll: { timeout: timeoutMs / 3 } },
        },
      },
      {
        test: {
          name: 'attack',
          globalSetup: buildFirst,
          include: ['tests/attack/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
          expect: { poll: { timeout: timeoutMs / 3 } },
        },
      },
    ],
  },
})
