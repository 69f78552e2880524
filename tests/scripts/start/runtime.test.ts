import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRuntime } from '../../../scripts/start/runtime.ts'
import type { Machine } from '../../../scripts/start/runtime.ts'

const desktop: Machine = { platform: 'linux', env: { DISPLAY: ':0' }, uid: 1000 }
let root: string
let dist: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'linkwright-runtime-'))
  dist = join(root, 'node_modules', 'electron', 'dist')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, '..', 'package.json'), '{"version":"45.3.4"}')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

function install(version: string, executable = 'electron', folder = dist): void {
  mkdirSync(join(folder, executable, '..'), { recursive: true })
  writeFileSync(join(folder, executable), '')
  writeFileSync(join(folder, 'version'), version)
}

test('a runtime of the right version is ready', () => {
  install('v45.3.4')
  expect(findRuntime(root, desktop)).toEqual({ state: 'ready', executable: join(dist, 'electron') })
})

test.each([
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ['win32', 'electron.exe'],
] as const)('the runtime needs no display variable on %s', (platform, executable) => {
  install('45.3.4', executable)
  expect(findRuntime(root, { platform, env: {}, uid: undefined })).toMatchObject({ state: 'ready' })
})

test('a missing runtime, or one of another version, can be downloaded', () => {
  const reason = "version 45.3.4 of Electron's runtime is not installed yet"
  expect(findRuntime(root, desktop)).toEqual({ state: 'fetchable', reason })
  install('44.0.0')
  expect(findRuntime(root, desktop)).toEqual({ state: 'fetchable', reason })
})

test('a runtime elsewhere is found through its environment variable', () => {
  const elsewhere = join(root, 'elsewhere')
  install('45.3.4', 'electron', elsewhere)
  const env = { ...desktop.env, ELECTRON_OVERRIDE_DIST_PATH: elsewhere }
  expect(findRuntime(root, { ...desktop, env })).toEqual({
    state: 'ready',
    executable: join(elsewhere, 'electron'),
  })
})

test.each([
  ['without a display', { env: {} }, 'there is no display'],
  ['as root', { uid: 0 }, 'does not run as root'],
])('no runtime is downloaded %s', (_when, changed, reason) => {
  expect(findRuntime(root, { ...desktop, ...changed })).toMatchObject({
    state: 'impossible',
    reason: expect.stringContaining(reason) as string,
  })
})
