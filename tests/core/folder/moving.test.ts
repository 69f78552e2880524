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
let from: string
let to: string

const root = (parent: string) => {
  const folder = mkdtempSync(join(parent, 'linkwright-moving-'))
  roots.push(folder)
  return folder
}

beforeEach(() => {
  roots = []
  const parent = root(tmpdir())
  from = join(parent, 'Roaming', 'Linkwright')
  to = join(parent, 'Local', 'Linkwright', 'data')
})
afterEach(() => {
  for (const folder of roots) rmSync(folder, { recursive: true })
})

const folders = Array.from({ length: 20 }, (_, index) => `part ${index}`)

/** Writes a folder with many files, and returns their hashes by path. */
function fill(folder: string, count = 5): Map<string, string> {
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
  const files = fill(from)
  expect(moveDataFolder(from, to)).toBe(to)
  expect(read(to)).toEqual(files)
  expect(existsSync(from)).toBe(false)
  expect(moveDataFolder(from, to)).toBe(to)
  expect(read(to)).toEqual(files)
})

test('the new folder is used if there is nothing to move', () => {
  expect(moveDataFolder(from, to)).toBe(to)
  expect(existsSync(to)).toBe(false)
})

test('a folder in the new place is never replaced', () => {
  const files = fill(to)
  fill(from, 20)
  expect(moveDataFolder(from, to)).toBe(to)
  expect(read(to)).toEqual(files)
  expect(existsSync(from)).toBe(true)
})

test('a folder that another instance uses stays where it is until the next start', () => {
  const files = fill(from)
  const lock = lockFolder(from)
  expect(moveDataFolder(from, to)).toBe(from)
  lock.release()
  expect(moveDataFolder(from, to)).toBe(to)
  expect(read(to)).toEqual(files)
})

test('only Windows has an earlier location', () => {
  const env = { APPDATA: join(from, '..'), LOCALAPPDATA: join(to, '..', '..') }
  const files = fill(from)
  const linux = findDataFolder({
    platform: 'linux',
    env: { ...env, XDG_DATA_HOME: '/data' },
    home: '/home/ada',
  })
  expect(linux).toBe(join('/data', 'linkwright'))
  expect(findDataFolder({ platform: 'win32', env, home: '/home/ada' })).toBe(to)
  expect(read(to)).toEqual(files)
})

const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

describe.skipIf(otherDisk === undefined)('moving to another disk', () => {
  beforeEach(() => {
    to = join(root(otherDisk ?? ''), 'Local', 'Linkwright', 'data')
  })

  test('a folder on another disk is copied completely, and then removed', () => {
    const files = fill(from)
    expect(moveDataFolder(from, to)).toBe(to)
    expect(read(to)).toEqual(files)
    expect(existsSync(from)).toBe(false)
    expect(existsSync(`${to}.moving`)).toBe(false)
  })

  test.each<[when: string, begun: () => boolean]>([
    ['as it begins to copy', () => existsSync(`${to}.moving`) || existsSync(to)],
    ['as it removes the source', () => !existsSync(from) || readdirSync(from).length < folders.length],
  ])(
    'a move to another disk that is killed %s loses nothing, and the next start finishes it',
    async (_when, begun) => {
      const files = fill(from, 600)
      const module = join(import.meta.dirname, '..', '..', '..', 'core', 'folder', 'moving.ts')
      const source = `import { moveDataFolder } from ${JSON.stringify(module)}
      moveDataFolder(${JSON.stringify(from)}, ${JSON.stringify(to)})`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' })
      const ended = once(child, 'exit')
      while (!begun() && child.exitCode === null) await nextTurn()
      child.kill('SIGKILL')
      await ended
      // The app uses the new folder as soon as it exists.
      const used = read(existsSync(to) ? to : from)
      used.delete('moved.json')
      expect(used).toEqual(files)
      expect(moveDataFolder(from, to)).toBe(to)
      expect(read(to)).toEqual(files)
      expect(existsSync(from)).toBe(false)
    },
  )

  test('a source on another disk that a killed process half removed is removed completely', () => {
    const files = fill(from)
    moveDataFolder(from, to)
    writeFileSync(join(to, 'moved.json'), '{}')
    mkdirSync(join(from, 'part 1'), { recursive: true })
    expect(moveDataFolder(from, to)).toBe(to)
    expect(read(to)).toEqual(files)
    expect(existsSync(from)).toBe(false)
  })
})
