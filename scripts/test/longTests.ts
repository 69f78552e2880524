/**
 * Unit tests that `npm test` leaves to `npm run test:long`: they kill services, databases and apps, start the
 * service or the desktop app many times, compare all hosts call by call, or build packages.
 */
export const longTests = [
  'tests/core/folder/foreignReader.test.ts',
  'tests/core/runs/changes/killed.test.ts',
  'tests/core/runs/killed.test.ts',
  'tests/core/runs/killedReading.test.ts',
  'tests/electron/life.test.ts',
  'tests/electron/openRequests.test.ts',
  'tests/electron/quitQuestion.test.ts',
  'tests/electron/recovery/recovery.test.ts',
  'tests/hosts/*.test.ts',
  'tests/packaging/archive.test.ts',
  'tests/packaging/licenses.test.ts',
  'tests/packaging/linux.test.ts',
  'tests/packaging/service.test.ts',
  'tests/service/main.test.ts',
  'tests/service/reliability/*.test.ts',
]

/**
 * Tests of the whole app that `npm test` leaves to `npm run test:hosts`: component and unit tests cover most of what
 * they show, or they start servers and browsers several times.
 */
export const longFlows = [
  'accessibility',
  'activity',
  'badInput',
  'brokenScreen',
  'checks',
  'crashedPage',
  'damagedFiles',
  'dev',
  'icon',
  'lateAnswers',
  'licences',
  'longWork',
  'lostLibrary',
  'oneTimeAddress',
  'presets',
  'promotion',
  'remote',
  'safety',
  'screenshot',
  'secondInstance',
  'suggestions',
  'verdict',
  'visits',
  'wideWindow',
  'windowAddress',
  'zoom',
].map((name) => `tests/browser/${name}.test.ts`)
