import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMemoryForTemporaryFiles } from '../../../scripts/test/inMemory.ts'

let location: string
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'linkwright-memory-'))
  vi.stubEnv('TMPDIR', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(location, { recursive: true })
})

// Windows uses other variables, and has no such folder.
describe.skipIf(process.platform === 'win32')('temporary files of the tests', () => {
  it('this process and its children keep temporary files of the tests in memory, and delete them with the tests', () => {
    const remove = useMemoryForTemporaryFiles({ folder: location, minFreeBytes: 1 })
    const folder = tmpdir()
    expect(dirname(folder)).toBe(location)
    expect(execFileSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).trim()).toBe(folder)
    writeFileSync(join(folder, 'left'), '')
    remove()
    expect([existsSync(folder), tmpdir() === folder]).toEqual([false, false])
  })

  it('temporary files of the tests stay on disk if memory is missing, too small or not wanted', () => {
    const defaultFolder = tmpdir()
    useMemoryForTemporaryFiles({ folder: join(location, 'none'), minFreeBytes: 1 })
    useMemoryForTemporaryFiles({ folder: location, minFreeBytes: Infinity })
    expect(tmpdir()).toBe(defaultFolder)
    vi.stubEnv('TMPDIR', '/configured')
    useMemoryForTemporaryFiles({ folder: location, minFreeBytes: 1 })
    expect([tmpdir(), readdirSync(location)]).toEqual(['/configured', []])
  })
})
