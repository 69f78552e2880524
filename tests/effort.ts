/**
 * Returns how many random cases or how long an input a test uses: the full number in `npm run test:long`, a tenth of it
 * elsewhere. `reducedTests` in `vitest.config.ts` lists the files that call it.
 */
export function effort(full: number): number {
  return process.env['LINKWRIGHT_TEST_FULL'] === undefined ? Math.ceil(full / 10) : full
}
