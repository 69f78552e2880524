import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt, markBuilt } from '../../../scripts/start/build.ts'

const folders = [
  ...['contract', 'core', 'electron', 'loopback', 'renderer/pages', 'service', 'sqlite'],
  ...['scripts/start', 'scripts/vite', 'dist'],
]
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'linkwright-fresh-'))
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['vite.config.ts', 'package.json', 'renderer/pages/page.tsx'])
    writeFileSync(join(root, file), '')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const futureTime = () => Date.now() + 10_000
const touch = (path: string, timeMs: number) => utimesSync(join(root, path), timeMs / 1_000, timeMs / 1_000)

test('an app that was never built is not up to date', () => {
  expect(isBuilt(root)).toBe(false)
})

test('a build stays up to date as long as nothing changes', () => {
  markBuilt(root, futureTime())
  expect(isBuilt(root)).toBe(true)
})

test.each([
  'renderer/pages/page.tsx',
  'renderer/pages',
  'loopback',
  'scripts/start',
  'vite.config.ts',
  'package.json',
])('a change of %s requires another build', (path) => {
  const builtAt = futureTime()
  markBuilt(root, builtAt)
  touch(path, builtAt + 2_000)
  expect(isBuilt(root)).toBe(false)
})

test('a change during a build requires another build', () => {
  const startedAt = futureTime()
  touch('renderer/pages/page.tsx', startedAt + 2_000)
  markBuilt(root, startedAt)
  expect(isBuilt(root)).toBe(false)
})
