import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../../vitest.config.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const find = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll(sep, '/'))

it('the long suite repeats every test that is shorter in npm test', () => {
  const calls = /\beffort\(/
  const reduced = find('tests/**/*.test.{ts,tsx}').filter((file) =>
    calls.test(readFileSync(join(root, file), 'utf8')),
  )
  const long = (
    config as { test: { projects: { test: { name: string; include: string[] } }[] } }
  ).test.projects
    .map(({ test }) => test)
    .find(({ name }) => name === 'long')
  expect(reduced.length).toBeGreaterThan(5)
  expect(find(long?.include ?? [])).toEqual(expect.arrayContaining(reduced))
})
