import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '../../../core/folder/lock.ts'
import { moveDataFolder } from '../../../core/folder/moving.ts'
import { findDataFolder } from '../../../core/folder/dataFolder.ts'

let roots: string[]
let oldFolder: string
let newFolder: string

const root = (parent: string) => {
  const folder = mkdtempSync(join(parent, 'linkwright-moving-'))
  roots.push(folder)
  return folder
}

beforeEach(() => {
  roots = []
  const parent = root(tmpdir())
  oldFolder = join(parent, 'Roaming', 'Linkwright')
  newFolder = join(parent, 'Local', 'Linkwright', 'data')
})
afterEach(() => {
  for (const folder of roots) rmSync(folder, { recursive: true })
})

const folders = Array.from({ length: 20 }, (_, index) => `part ${index}`)

/** Writes a folder with many files, and returns their hashes by path. */
function fillFolder(folder: string, count = 5): Map<string, string> {
  for (let index = 0; index < count; index++) {
    const part = join(folder, folders[index % folders.length] ?? '')
    mkdirSync(part, { recursive: true })
    writeFileSync(join(part, `file ${index}`), `content ${index}\n`.repeat(2_000))
  }
  writeFileSync(join(folder, 'settings.json'), '{"version":1}')
  return read(folder)
}

function read(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files
      .filter(({ name }) => !name.startsWith('instance.'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [relative(folder, file), hash('sha256', readFileSync(file))]),
  )
}

test('a folder is moved completely, and used at its new place afterwards', () => {
  const files = fillFolder(oldFolder)
  expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
  expect(read(newFolder)).toEqual(files)
  expect(existsSync(oldFolder)).toBe(false)
  expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
  expect(read(newFolder)).toEqual(files)
})

test('the new folder is used if there is nothing to move', () => {
  expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
  expect(existsSync(newFolder)).toBe(false)
})

test('a folder in the new place is never replaced', () => {
  const files = fillFolder(newFolder)
  fillFolder(oldFolder, 20)
  expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
  expect(read(newFolder)).toEqual(files)
  expect(existsSync(oldFolder)).toBe(true)
})

test('a folder that another instance uses stays where it is until the next start', () => {
  const files = fillFolder(oldFolder)
  const lock = lockFolder(oldFolder)
  expect(moveDataFolder(oldFolder, newFolder)).toBe(oldFolder)
  lock.release()
  expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
  expect(read(newFolder)).toEqual(files)
})

test('only Windows has an earlier location', () => {
  const env = { APPDATA: join(oldFolder, '..'), LOCALAPPDATA: join(newFolder, '..', '..') }
  const files = fillFolder(oldFolder)
  const linux = findDataFolder({
    platform: 'linux',
    env: { ...env, XDG_DATA_HOME: '/data' },
    home: '/home/ada',
  })
  expect(linux).toBe(join('/data', 'linkwright'))
  expect(findDataFolder({ platform: 'win32', env, home: '/home/ada' })).toBe(newFolder)
  expect(read(newFolder)).toEqual(files)
})

/** Returns the number of entries of a folder; 0 if it doesn't exist, also if it was removed at this moment. */
function countEntries(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

describe.skipIf(otherDisk === undefined)('moving to another disk', () => {
  beforeEach(() => {
    newFolder = join(root(otherDisk ?? ''), 'Local', 'Linkwright', 'data')
  })

  test('a folder on another disk is copied completely, and then removed', () => {
    const files = fillFolder(oldFolder)
    expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
    expect(read(newFolder)).toEqual(files)
    expect(existsSync(oldFolder)).toBe(false)
    expect(existsSync(`${newFolder}.moving`)).toBe(false)
  })

  test.each<[when: string, begun: () => boolean]>([
    ['as it begins to copy', () => existsSync(`${newFolder}.moving`) || existsSync(newFolder)],
    ['as it removes the source', () => countEntries(oldFolder) < folders.length],
  ])(
    'a move to another disk that is killed %s loses nothing, and the next start finishes it',
    async (_when, hasBegun) => {
      const files = fillFolder(oldFolder, 600)
      const module = join(import.meta.dirname, '..', '..', '..', 'core', 'folder', 'moving.ts')
      const source = `import { moveDataFolder } from ${JSON.stringify(module)}
      moveDataFolder(${JSON.stringify(oldFolder)}, ${JSON.stringify(newFolder)})`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' })
      const ended = once(child, 'exit')
      while (!hasBegun() && child.exitCode === null) await nextTurn()
      child.kill('SIGKILL')
      await ended
      // The app uses the new folder as soon as it exists.
      const used = read(existsSync(newFolder) ? newFolder : oldFolder)
      used.delete('moved.json')
      expect(used).toEqual(files)
      expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
      expect(read(newFolder)).toEqual(files)
      expect(existsSync(oldFolder)).toBe(false)
    },
  )

  test('a source on another disk that a killed process half removed is removed completely', () => {
    const files = fillFolder(oldFolder)
    moveDataFolder(oldFolder, newFolder)
    writeFileSync(join(newFolder, 'moved.json'), '{}')
    mkdirSync(join(oldFolder, 'part 1'), { recursive: true })
    expect(moveDataFolder(oldFolder, newFolder)).toBe(newFolder)
    expect(read(newFolder)).toEqual(files)
    expect(existsSync(oldFolder)).toBe(false)
  })
})
