import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let base: string
let app: App
let server: TestServer
let target: ProfileTarget
/** Runs while the service answers a create. */
let duringCreate: () => void
let createdCount: number

beforeEach(async () => {
  base = await temporaryFolder()
  createdCount = 0
  duringCreate = () => undefined
  server = await startServer(({ method }, response) => {
    if (method === 'POST') {
      duringCreate()
      json(response, 200, { link: `https://l.example/p${++createdCount}` })
    } else json(response, 404, { error: 'There is no such link.' })
  })
  await mkdir(join(base, 'data'), { mode: 0o700 })
  app = await startApp(join(base, 'data'))
  target = await connectProfile(app, server.origin)
  expect(await create()).toMatchObject({ state: 'created' })
  await app.get('backups.make', {})
  expect(await create()).toMatchObject({ state: 'created' })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(base)
})

const create = () => app.get('links.create', createInput(target))
const titles = async () => (await app.get('app.state', {})).notices.map(({ title }) => title)
const notice = 'Your library can’t be saved'
/** In another process, as a user would do it: closing a descriptor of the database here would drop its locks. */
const shell = (command: string) =>
  void execFileSync('sh', ['-c', `cd data && ${command}`], { cwd: base, stdio: 'pipe' })

const checksum = (name: string) =>
  execFileSync('sh', ['-c', 'cat "$0" | cksum', name], { cwd: join(base, 'data') }).toString()

const attacks: [string, string][] = [
  ['removed', 'rm library.db'],
  ['removed with its log', 'rm library.db*'],
  ['moved away', 'mkdir aside && mv library.db* aside'],
  ['replaced by a backup', 'mv "$(ls backups/*.db | head -1)" library.db'],
  ['overwritten by a backup', 'cp "$(ls backups/*.db | head -1)" library.db'],
  ['emptied', ': > library.db'],
  ['separated from its log', 'rm library.db-wal'],
  ['in a folder that was removed', 'rm -r ../data'],
  [
    'in a folder that was replaced by a copy',
    'cp -a ../data ../copy && mv ../data ../old && mv ../copy ../data',
  ],
]

describe.each(attacks)('a library that was %s while in use', (_what, command) => {
  it('a library file that was replaced while in use refuses new links before anything is sent, and shows a notice', async () => {
    shell(command)
    expect(await app.problem('links.create', createInput(target))).toMatchObject({ code: 'library_replaced' })
    expect(createdCount).toBe(2)
    expect(await titles()).toEqual([notice])
  })
})

const twoAttacks = attacks.filter(([kind]) => kind === 'removed' || kind === 'replaced by a backup')
describe.each(twoAttacks)('a library that was %s during a create', (_what, command) => {
  it('a library file that was replaced while in use leaves a running create unknown', async () => {
    duringCreate = () => shell(command)
    expect(await app.problem('links.create', createInput(target))).toMatchObject({
      code: 'create_unknown',
      cause: 'library_replaced',
    })
    expect(createdCount).toBe(3)
  })
})

const overwrites = attacks.filter(([kind]) => kind === 'overwritten by a backup' || kind === 'emptied')
describe.each(overwrites)('a library that was %s while in use', (_what, command) => {
  it('a library file that was replaced while in use is left unchanged when the app closes, and its log is set aside', async () => {
    shell(command)
    const [databaseBefore, logBefore] = [checksum('library.db'), checksum('library.db-wal')]
    await app.core.close()
    expect(checksum('library.db')).toBe(databaseBefore)
    const logs = readdirSync(join(base, 'data')).filter((name) => name.endsWith('-wal'))
    expect(logs).toEqual([expect.stringMatching(/^library\.overwritten-.*\.db-wal$/)])
    expect(checksum(logs[0] ?? '')).toBe(logBefore)
    app = await startApp(join(base, 'data'))
    const isEmptied = command.startsWith(':')
    expect(await app.get('links.list', { limit: 10 })).toMatchObject({ total: isEmptied ? 0 : 1 })
  })
})

describe('a library that was moved while in use', () => {
  it('a library that was moved while in use is noticed even if no request needs it', async () => {
    shell('mkdir aside && mv library.db* aside')
    await vi.waitFor(async () => expect(await titles()).toEqual([notice]), { timeout: 60_000 })
  })

  it('a library that was moved while in use can still be read', async () => {
    shell('mkdir aside && mv library.db* aside')
    expect(await app.get('links.list', { limit: 10 })).toMatchObject({ total: 2 })
  })

  it('a library that was moved while in use is used again when it is back, and its running creates are unknown', async () => {
    const input = createInput(target)
    duringCreate = () => shell('mkdir aside && mv library.db* aside')
    await app.problem('links.create', input)
    duringCreate = () => undefined
    shell('mv aside/* .')
    await vi.waitFor(async () => expect(await titles()).toEqual([]), { timeout: 60_000 })
    expect(await app.get('links.create', input)).toMatchObject({ state: 'unknown' })
    expect(await create()).toMatchObject({ state: 'created' })
    expect(createdCount).toBe(4)
  })
})

describe('a library in use', () => {
  it('a library in use is not mistaken for another one when another process merges its first log into the file', async () => {
    shell(
      `${process.execPath} -e "new (require('node:sqlite').DatabaseSync)('library.db').exec('PRAGMA wal_checkpoint(TRUNCATE)')"`,
    )
    expect(await create()).toMatchObject({ state: 'created' })
    expect(await titles()).toEqual([])
  })
})
