import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function runTests(flag: string) {
  const script = join(import.meta.dirname, '../../../scripts/test.ts')
  return spawnSync(process.execPath, [script, flag], { encoding: 'utf8' })
}

it('npm test explains its flags, and suggests the right one for a misspelled one', () => {
  expect(runTests('--help').stdout).toMatch(/--no-install .*--quick /s)
  const { status, stdout, stderr } = runTests('--no-instal')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe("error: unknown option '--no-instal'\n(Did you mean --no-install?)\n")
})
