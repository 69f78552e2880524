import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLimitedDisk, findMountObstacle } from '../../hosts/limitedDisk.ts'
import type { LimitedDisk } from '../../hosts/limitedDisk.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'

const test = it.skipIf(findMountObstacle() !== null)

let folder: string
let disk: LimitedDisk
let app: App
let profileId: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  disk = createLimitedDisk()
  app = await startApp(folder)
  ;({ profileId } = await connectProfile(app, 'http://127.0.0.1:1'))
  file = join(disk.folder, 'rules.json')
})
afterEach(async () => {
  await app.core.close()
  disk.remove()
  await removeFolder(folder)
})

const content = (value: string) =>
  JSON.stringify({ format: 'linkwright-rules', version: 1, rules: { source: { values: [value] } } })
const ruleOf = (value: string) => JSON.stringify({ values: [value] })
const follow = (create = false) => app.get('sharing.follow', { profileId, path: file, create })
const put = (before: string, after: string) => {
  const changes = [{ kind: 'rule' as const, name: 'source', before: ruleOf(before), after: ruleOf(after) }]
  return app.get('sharing.write', { profileId, changes })
}
const sourceBecomes = (expected: object) =>
  expect
    .poll(async () => (await app.get('sharing.sources', { profileId }))[0], {
      interval: 100,
      timeout: 20_000,
    })
    .toMatchObject(expected)

test('writing the followed file on a full disk keeps the file as it was, and works once there is space', async () => {
  await writeFile(file, content('team'))
  await follow()
  disk.fill(0)
  expect(await put('team', 'mine')).toEqual({
    isCurrent: true,
    errors: ['The disk is full. The file was not changed.'],
  })
  expect(await readFile(file, 'utf8')).toBe(content('team'))
  expect((await readdir(disk.folder)).toSorted()).toEqual(['filling', 'rules.json'])
  await sourceBecomes({ errors: [], changes: [{ after: ruleOf('team') }] })
  await rm(join(disk.folder, 'filling'))
  expect(await put('team', 'mine')).toEqual({ isCurrent: true, errors: [] })
  expect(await readFile(file, 'utf8')).toContain('mine')
})

test('a new followed file that a full disk has no space for is not left half-written, and not followed', async () => {
  disk.fill(0)
  expect(await follow(true)).toMatchObject({ errors: ['The disk is full. The file was not changed.'] })
  expect(await readdir(disk.folder)).toEqual(['filling'])
  expect(await app.get('sharing.sources', { profileId })).toEqual([])
})

test('a followed file in a folder that became read-only is still read, and writing says why it can’t be changed', async () => {
  await writeFile(file, content('team'))
  await follow()
  disk.makeReadOnly()
  expect(await put('team', 'mine')).toEqual({
    isCurrent: true,
    errors: ['The folder is read-only. The file was not changed.'],
  })
  await sourceBecomes({ errors: [], changes: [{ after: ruleOf('team') }] })
})

test('a followed file on a disk that is removed is reported, and read again when the disk is back', async () => {
  await writeFile(file, content('team'))
  await follow()
  await sourceBecomes({ errors: [] })
  execFileSync('umount', ['--lazy', disk.folder])
  await sourceBecomes({ errors: ['There is no file at this path.'], changes: [] })
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk.folder])
  await writeFile(file, content('back'))
  await sourceBecomes({ errors: [], changes: [{ after: ruleOf('back') }] })
})
