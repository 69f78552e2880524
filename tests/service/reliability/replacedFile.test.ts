import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { backupSqlite } from '../../../service/store/sqlite/backup/backup.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { StoreReplacedError } from '../../../service/store/storeErrors.ts'
import { createClient, createCollectingLog, readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'

let service: TestService
let log: ReturnType<typeof createCollectingLog>
let backup: string
/** A link that the backup has, and one that only the database has. */
let paths: [old: string, later: string]
beforeEach(async () => {
  log = createCollectingLog()
  service = await startTestService({ log })
  backup = join(service.folder, 'backup.sqlite')
  const oldPath = await service.create({ title: 'Old' })
  backupSqlite(service.file, backup)
  paths = [oldPath, await service.create({ title: 'Later' })]
})
afterEach(() => service.stop())

const events = () => log.entries.flatMap(({ event }) => event ?? [])
const health = async () => (await fetch(`${service.origin}/health`)).status
/** In another process, as an operator would do it: a descriptor closed here would release the service's locks. */
const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: service.folder })

const attacks: [string, string][] = [
  ['removed', 'rm links.sqlite'],
  ['removed with its log', 'rm links.sqlite*'],
  ['moved away', 'mkdir aside; mv links.sqlite* aside'],
  ['replaced by a backup', 'mv backup.sqlite links.sqlite'],
  ['overwritten by a backup', 'cp backup.sqlite links.sqlite'],
  ['emptied', ': > links.sqlite'],
  ['separated from its log', 'rm links.sqlite-wal'],
]

describe.each(attacks)('a database file that is %s while it is in use', (_what, command) => {
  it('a database file that is replaced while in use stops all acknowledgements, and makes the service unhealthy', async () => {
    shell(command)
    const error = await readError(await service.post({ title: 'Lost' }))
    expect(error).toMatchObject({
      ...{ status: 503, code: 'unavailable', stored: 'no' },
      error: 'The database file was moved, replaced or removed while in use.',
    })
    expect((await service.ask(`/link/${paths[0]}`)).status).toBe(503)
    expect((await service.visit(paths[1])).status).toBe(503)
    expect(await health()).toBe(503)
    expect(events()).toContain('database_replaced')
    expect(JSON.stringify(error)).not.toContain(service.folder)
  })

  it('a replaced file is reported promptly even without requests', async () => {
    shell(command)
    await vi.waitFor(() => expect(events()).toContain('database_replaced'), { timeout: 60_000 })
  })
})

it.each([
  ['overwritten by a backup', 'cp backup.sqlite second.sqlite'],
  ['emptied', ': > second.sqlite'],
])(
  'a database file that was %s is left unchanged when the service stops, and its log is set aside',
  async (what, command) => {
    const file = join(service.folder, 'second.sqlite')
    const store = openSqliteStore(file)
    await createProject(store, 'In the log')
    shell(command)
    const sumOf = (name: string) => shell(`cat ${name} | cksum`).toString()
    const [database, log] = ['second.sqlite', 'second.sqlite-wal'].map(sumOf)
    await store.close()
    expect(sumOf('second.sqlite')).toBe(database)
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(sumOf('second.overwritten-*.sqlite-wal')).toBe(log)
    if (what === 'emptied') {
      expect(() => openSqliteStore(file)).toThrow(/The file was emptied/)
      return
    }
    const reopenedStore = openSqliteStore(file)
    expect((await reopenedStore.scanLinks(-1, 10)).map(({ path }) => path)).toEqual([paths[0]])
    await reopenedStore.close()
  },
)

describe('a database file that was moved away', () => {
  it('a database file that was moved away is used again when it is back, with all links', async () => {
    shell('mkdir aside; mv links.sqlite* aside')
    expect((await service.post({})).status).toBe(503)
    shell('mv aside/* .')
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000 })
    const newPath = await service.create({ title: 'After' })
    for (const path of [...paths, newPath]) expect((await service.visit(path)).status).toBe(200)
  })
})

it('a database file whose folder is out of reach for a moment refuses writes, and visits continue', async () => {
  const { folder } = service
  renameSync(folder, `${folder}.aside`)
  // Unlike a folder without permissions, a loop of symbolic links is out of reach for root too.
  symlinkSync(folder, folder)
  try {
    const error = await readError(await service.post({ title: 'Lost' }))
    expect(error).toMatchObject({ status: 503, code: 'unavailable', stored: 'no' })
    expect((await service.visit(paths[1])).status).toBe(200)
    expect(await health()).toBe(503)
    expect(new Set(events())).toEqual(new Set(['database_unavailable']))
  } finally {
    unlinkSync(folder)
    renameSync(`${folder}.aside`, folder)
  }
  await service.create({ title: 'After' })
})

describe('a database file in use', () => {
  it('a database file in use is not mistaken for another one after checkpoints', async () => {
    const data = JSON.stringify({ filling: 'x'.repeat(20_000) })
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 50 }, () => service.create({ title: 'Many', data })))
      shell(`${process.execPath} -e "${checkpoint}"`)
      expect(await health()).toBe(200)
    }
  })
})

const checkpoint = `new (require('node:sqlite').DatabaseSync)('links.sqlite').exec('PRAGMA wal_checkpoint(TRUNCATE)')`

describe('starting the service', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = join(service.folder, 'start')
    file = join(folder, 'links.sqlite')
    mkdirSync(folder)
  })

  const data = JSON.stringify({ filling: 'x'.repeat(20_000) })
  const logs: [what: string, links: object[]][] = [
    ['a log with new pages', Array.from({ length: 20 }, () => ({ title: 'In the log', data }))],
    // Without a new page, SQLite has no reason to write the first one, which tells databases apart.
    ['a log that only changes pages', [{ title: 'In the log' }]],
  ]

  /** Lets a killed service leave a log, and puts a backup in the place of its database. */
  async function leaveForeignLog(links: object[]): Promise<void> {
    copyFileSync(backup, file)
    const killed = await startProcess({ LINKWRIGHT_DATA: folder })
    const { create } = createClient(killed.origin, service.key)
    backupSqlite(file, `${file}.backup`)
    execFileSync(process.execPath, ['-e', checkpoint], { cwd: folder })
    for (const link of links) await create(link)
    await killed.kill()
    renameSync(`${file}.backup`, file)
  }

  it.each(logs)(
    'a start with %s of another database reports it, suggests restore, and changes nothing',
    async (_, links) => {
      await leaveForeignLog(links)
      const before = [file, `${file}-wal`].map((name) => readFileSync(name, 'base64'))
      expect(() => openSqliteStore(file)).toThrow(/log .*-wal belongs to another database.* "restore"/)
      expect([file, `${file}-wal`].map((name) => readFileSync(name, 'base64'))).toEqual(before)
    },
  )

  it('a start with an emptied file is refused', () => {
    writeFileSync(file, '')
    expect(() => openSqliteStore(file)).toThrow(/The file was emptied/)
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('a start without a database file creates a complete one, and leaves nothing beside it', async () => {
    await openSqliteStore(file).close()
    expect(existsSync(file)).toBe(true)
    expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('links.sqlite\n')
  })
})

it('a writer thread that starts after the file was replaced does not open the new one', async () => {
  const file = join(service.folder, 'second.sqlite')
  const store = openSqliteStore(file)
  renameSync(file, `${file}.old`)
  copyFileSync(backup, file)
  const before = readFileSync(file, 'base64')
  await expect(store.setProjectActive('none', true)).rejects.toThrow(StoreReplacedError)
  await store.close()
  expect(readFileSync(file, 'base64')).toBe(before)
})
