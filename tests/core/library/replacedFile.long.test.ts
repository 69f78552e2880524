import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../../contract/app/problems/result.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startCallProcess } from '../harness/callProcess.ts'
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

describe('a library that was replaced by a backup after its app was killed', () => {
  it.each([
    ['a log with new pages', 100],
    // Without a new page, SQLite doesn't write the first page, which identifies the file.
    ['a log that only changes pages', 1],
  ])(
    'a library whose app was killed and which was replaced by a backup opens the backup unchanged, sets %s aside and reports it',
    async (_what, changes) => {
      const folder = join(base, 'data')
      await app.core.close()
      // A library that was itself a backup, so that both files are copies.
      shell('mv "$(ls backups/*.db | head -1)" library.db && rm -r backups')
      const other = await startCallProcess(folder, join(base, 'cache'))
      try {
        await other.call('backups.make', {})
        shell(
          `${process.execPath} -e "new (require('node:sqlite').DatabaseSync)('library.db').exec('PRAGMA wal_checkpoint(TRUNCATE)')"`,
        )
        for (let change = 0; change < changes; change++) {
          const draft = { id: `draft-${change}`, form: { title: 'x'.repeat(200) } }
          expect(await other.call('drafts.save', draft)).toMatchObject({ ok: true })
        }
      } finally {
        await other.kill()
      }
      shell('cp "$(ls backups/*.db | head -1)" library.db')
      const log = checksum('library.db-wal')
      app = await startApp(folder)
      const [savedLog = ''] = readdirSync(folder).filter((name) => name.includes('.foreign-'))
      expect(savedLog).toMatch(/^library\.foreign-.*\.db-wal$/)
      expect(checksum(savedLog)).toBe(log)
      expect(await titles()).toEqual(['The library file was replaced'])
      expect(await app.get('drafts.list', {})).toEqual([])
      expect(await app.get('links.list', { limit: 10 })).toMatchObject({ total: 1 })
    },
  )
})

describe('an app in its own process, whose library another process moves while it creates a link', () => {
  it('a library that another process moves during a create shows a notice and leaves the create unknown, even after a kill', async () => {
    const folder = join(base, 'data')
    await app.core.close()
    const cache = join(base, 'cache')
    const other = await startCallProcess(folder, cache)
    // Its keys were in memory, so it has none from before.
    const profile = { name: 'Other', baseUrl: server.origin }
    const saved = (await other.call('profiles.save', { profile, key: 'a-key-of-tests' })) as Result<{
      id: string
    }>
    const input = createInput({ profileId: saved.ok ? saved.value.id : '', environment: 'development' })
    try {
      duringCreate = () => shell('mkdir aside && mv library.db* aside')
      expect(await other.call('links.create', input)).toMatchObject({
        problem: { code: 'create_unknown', cause: 'library_replaced' },
      })
      expect(await other.call('app.state', {})).toMatchObject({ value: { notices: [{ title: notice }] } })
      expect(await other.call('links.create', { ...input, id: randomUUID() })).toMatchObject({
        problem: { code: 'library_replaced' },
      })
    } finally {
      await other.kill()
    }
    duringCreate = () => undefined
    shell('mv aside/* .')
    app = await startApp(folder)
    expect(await app.get('links.get', { id: input.id })).toMatchObject({ state: 'unknown' })
    expect(createdCount).toBe(3)
  })
})
