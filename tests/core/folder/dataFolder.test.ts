import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderNotPrivateError, openDataFolder, defaultDataFolder } from '../../../core/folder/dataFolder.ts'

const home = join('/home', 'ada')

test.each([
  ['linux', {}, join(home, '.local', 'share', 'linkwright')],
  ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'linkwright')],
  ['linux', { XDG_DATA_HOME: '' }, join(home, '.local', 'share', 'linkwright')],
  ['darwin', {}, join(home, 'Library', 'Application Support', 'Linkwright')],
  ['win32', { LOCALAPPDATA: '/local', APPDATA: '/roaming' }, join('/local', 'Linkwright', 'data')],
  ['win32', {}, join(home, 'AppData', 'Local', 'Linkwright', 'data')],
] as const)('on %s with the environment %j, the data folder is %s', (platform, env, folder) => {
  expect(defaultDataFolder({ platform, env, home })).toBe(folder)
})

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  let parent: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'linkwright-place-'))
  })
  afterEach(() => {
    rmSync(parent, { recursive: true })
  })
  const mode = (folder: string) => statSync(folder).mode & 0o777

  test('the data folder is created with its parents and is private to its owner', () => {
    const folder = join(parent, 'a', 'b')
    openDataFolder(folder)
    expect(mode(folder)).toBe(0o700)
  })

  test('an empty data folder that others can read is made private', () => {
    const folder = join(parent, 'empty')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    openDataFolder(folder)
    expect(mode(folder)).toBe(0o700)
  })

  test('a data folder that others can read is rejected and left unchanged', () => {
    const folder = join(parent, 'shared')
    mkdirSync(folder)
    writeFileSync(join(folder, 'theirs'), '')
    chmodSync(folder, 0o755)
    expect(() => openDataFolder(folder)).toThrow(FolderNotPrivateError)
    expect(mode(folder)).toBe(0o755)
  })
})
