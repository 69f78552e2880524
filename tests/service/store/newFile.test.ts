import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { createDatabase } from '../../../service/store/sqlite/file/newFile.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'

const { linkSync, renameSync } = fs
let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'linkwright-new-'))
  file = join(folder, 'links.sqlite')
})
afterEach(() => {
  fs.renameSync = renameSync
  linkAs(linkSync)
  fs.rmSync(folder, { recursive: true })
})

/**
 * Replaces the call that creates a hard link, so that it can fail as on a file system without hard links, such as FAT.
 */
function linkAs(link: typeof linkSync): void {
  fs.linkSync = link
  syncBuiltinESMExports()
}

function refuseLinks(code: string, onLink: () => void = () => undefined): void {
  linkAs(() => {
    onLink()
    throw Object.assign(new Error(`${code}: operation not permitted, link`), { code })
  })
}

it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
  'a new database is created completely without hard links (%s)',
  async (code) => {
    refuseLinks(code)
    const store = openSqliteStore(file)
    await createProject(store, 'One')
    await store.close()
    expect(fs.readdirSync(folder)).toEqual(['links.sqlite'])
  },
)

it('a new database file does not replace a database that another process has created meanwhile', () => {
  refuseLinks('EPERM', () => fs.writeFileSync(file, 'made by another process'))
  createDatabase(file)
  expect(fs.readFileSync(file, 'utf8')).toBe('made by another process')
  expect(fs.readdirSync(folder)).toEqual(['links.sqlite'])
})

it('a new database file reports any other error, and leaves nothing behind', () => {
  fs.renameSync = () => {
    throw new Error('EIO')
  }
  refuseLinks('EPERM')
  expect(() => createDatabase(file)).toThrow('EIO')
  expect(fs.readdirSync(folder)).toEqual([])
})

it('a new database file does not replace a symbolic link whose target is missing', () => {
  fs.symlinkSync(join(folder, 'unmounted', 'links.sqlite'), file)
  expect(() => {
    createDatabase(file)
  }).toThrow(/EEXIST/)
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
})
