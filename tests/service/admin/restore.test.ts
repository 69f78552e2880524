import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { sqliteMigrations as migrations } from '../../../service/store/migrations/all.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { leaves, overwritePage, truncateFile, zeros } from '../reliability/damage.ts'
import { createClient, startTestService } from '../testService.ts'
import { startProcess } from '../reliability/serviceProcess.ts'
import { sampleLink } from '../store/sample.ts'
import { runAdminProcess, runAdminInProcess } from './admin.ts'

let folder: string
let data: { LINKWRIGHT_DATA: string }
let file: string
let backup: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-restore-'))
  data = { LINKWRIGHT_DATA: join(folder, 'data') }
  file = join(data.LINKWRIGHT_DATA, 'links.sqlite')
  backup = join(folder, 'yesterday.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates links with these titles, in a database with a project for each of them. */
async function fill(...titles: string[]): Promise<void> {
  const store = openSqliteStore(file)
  for (const title of titles) {
    const { project } = await createProject(store, title)
    const id = titles.indexOf(title) + 1
    await store.insertLink(sampleLink({ id, path: `${title}-${id}`, project, title, idempotency: null }))
  }
  await store.close()
}

async function readTitles(databaseFile: string): Promise<string[]> {
  const store = openSqliteStore(databaseFile)
  const links = await store.scanLinks(-1, 100)
  await store.close()
  return links.map(({ title }) => title)
}

const makeBackup = async () =>
  expect(await runAdminInProcess(data, 'backup', backup)).toMatchObject({ status: 0 })
const restore = () => runAdminInProcess(data, 'restore', backup)

/** Returns the content of every file in the folders. */
const contents = () =>
  (readdirSync(folder, { recursive: true }) as string[])
    .toSorted()
    .map((name) => [
      name,
      statSync(join(folder, name)).isFile() && readFileSync(join(folder, name), 'base64'),
    ])

describe('restore FILE', () => {
  it('restore FILE writes a file of its own, and deletes only what killed restores left', async () => {
    await fill('Of yesterday')
    await makeBackup()
    const [killed, running] = [process.pid, process.ppid].map((pid) => `${file}.${pid}-0123abcd.unfinished`)
    for (const unfinishedFile of [killed, running]) writeFileSync(unfinishedFile ?? '', 'another restore')
    expect(await restore()).toMatchObject({ status: 0, error: '' })
    expect([killed, running].map((unfinishedFile) => existsSync(unfinishedFile ?? ''))).toEqual([false, true])
    expect(readFileSync(running ?? '', 'utf8')).toBe('another restore')
    expect(await readTitles(file)).toEqual(['Of yesterday'])
  })

  it('restore FILE restores a backup, even after a crash, and keeps the replaced database', async () => {
    const key = String(runAdminProcess(data, 'project', 'create', 'Shop').lines[0]?.['key'])
    const first = await startProcess(data)
    const path = await createClient(first.origin, key).create({ title: 'Of yesterday' })
    await makeBackup()
    const laterPath = await createClient(first.origin, key).create({ title: 'Of today' })
    // The newest content is only in the log.
    await first.kill()
    expect(existsSync(`${file}-wal`)).toBe(true)
    const { status, lines, error } = await restore()
    expect([status, error]).toEqual([0, ''])
    const [result = {}] = lines
    expect(result).toEqual({
      restored: file,
      from: backup,
      schema: migrations.length,
      projects: 1,
      keys: 1,
      links: 1,
      bytes: statSync(file).size,
      aside: expect.stringContaining(join(data.LINKWRIGHT_DATA, 'before-restore-2')) as string,
    })
    const second = await startProcess(data)
    onTestFinished(() => second.kill())
    expect(await createClient(second.origin, key).lookup(path)).toMatchObject({ title: 'Of yesterday' })
    expect((await createClient(second.origin, key).visit(laterPath)).status).toBe(404)
    expect(await readTitles(join(String(result['aside']), 'links.sqlite'))).toEqual([
      'Of yesterday',
      'Of today',
    ])
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(folder)).toEqual(['data', 'yesterday.sqlite'])
  })

  it('restore FILE restores rules and link histories unchanged, even if a rule was set during the backup', async () => {
    const file = (value: string) => {
      const path = join(folder, `${value}.json`)
      const rules = { source: { values: [value] } }
      writeFileSync(path, JSON.stringify({ format: 'linkwright-rules', version: 1, rules }))
      return path
    }
    const created = (await runAdminInProcess(data, 'project', 'create', 'Shop')).lines[0]
    const [project, key] = [String(created?.['project']), String(created?.['key'])]
    const setRules = (value: string) => runAdminInProcess(data, 'rules', 'set', project, file(value))
    const results = await Promise.all(['a', 'b', 'c', 'd'].map(setRules))
    // Of commands at the same time, at least one sets the rules. The others may be refused, with the reason.
    expect(results.map(({ status }) => status)).toContain(0)
    for (const { status, error } of results)
      if (status !== 0) expect(error).toContain('Another command set the rules at the same time')
    const first = await startProcess(data)
    const { create, ask } = createClient(first.origin, key)
    const path = await create({ title: 'Before' })
    const headers = { 'If-Match': (await ask(`/link/${path}`)).headers.get('etag') ?? '' }
    await ask(`/link/${path}`, { method: 'PATCH', headers, body: '{"title":"After"}' })
    const readState = async (origin: string) => {
      const requests = ['/rules', `/link/${path}/history`].map((url) => createClient(origin, key).ask(url))
      return await Promise.all((await Promise.all(requests)).map((response) => response.text()))
    }
    const before = await readState(first.origin)
    expect(before).toEqual([expect.stringContaining('"values"'), expect.stringContaining('After')])
    await makeBackup()
    await Promise.all([setRules('later'), runAdminInProcess(data, 'backup', join(folder, 'second.sqlite'))])
    expect((await readState(first.origin))[0]).toContain('later')
    await first.kill()
    expect(await restore()).toMatchObject({ status: 0 })
    const second = await startProcess(data)
    expect(await readState(second.origin)).toEqual(before)
    await second.kill()
    expect(await runAdminInProcess(data, 'restore', join(folder, 'second.sqlite'))).toMatchObject({
      status: 0,
    })
  })

  it('restore FILE creates a missing database', async () => {
    await fill('One')
    await makeBackup()
    rmSync(data.LINKWRIGHT_DATA, { recursive: true })
    expect((await restore()).lines).toMatchObject([{ links: 1, aside: null }])
    expect(await readTitles(file)).toEqual(['One'])
  })

  it('restore FILE replaces a damaged database, and keeps it unchanged', async () => {
    await fill('One', 'Two')
    await makeBackup()
    writeFileSync(file, 'no database')
    const [result = {}] = (await restore()).lines
    expect(await readTitles(file)).toEqual(['One', 'Two'])
    expect(readFileSync(join(String(result['aside']), 'links.sqlite'), 'utf8')).toBe('no database')
  })

  it('restore FILE restores a backup of an earlier release without migrating it, so that a return to that release is possible', async () => {
    const database = new DatabaseSync(backup)
    database.exec(`${migrations[0]}; PRAGMA user_version = 1; PRAGMA application_id = 0x4c577376`)
    database.close()
    const result = await restore()
    expect(result.lines).toMatchObject([{ schema: 1, links: 0 }])
    expect(result.error).toContain('To go back to an earlier release, start that release instead.')
    const restored = new DatabaseSync(file)
    expect(restored.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
    restored.close()
    // The next start of this release migrates it.
    expect(await readTitles(file)).toEqual([])
  })

  it('restore FILE does nothing while a service uses the database', async () => {
    const service = await startTestService()
    onTestFinished(() => service.stop())
    const path = await service.create({ title: 'Stays' })
    const variables = { LINKWRIGHT_DATA: service.folder }
    expect((await runAdminInProcess(variables, 'backup', backup)).status).toBe(0)
    const before = readdirSync(service.folder)
    expect(await runAdminInProcess(variables, 'restore', backup)).toMatchObject({
      status: 1,
      text: '',
      error: 'The database is in use. Stop the service and any other program that has it open.\n',
    })
    expect(readdirSync(service.folder)).toEqual(before)
    expect(await service.lookup(path)).toMatchObject({ title: 'Stays' })
  })

  it.each<[string, () => unknown, string]>([
    ['is from a newer version', () => alterBackup('PRAGMA user_version = 99'), 'from a newer version'],
    [
      'is damaged',
      () => overwritePage(backup, leaves(backup, 'links')[0] ?? 0, zeros),
      'cannot be used: The file is damaged',
    ],
    ['is truncated', () => truncateFile(backup, 8_192), 'cannot be used: The file is damaged'],
    ['is not a database', () => writeFileSync(backup, 'PostgreSQL database dump'), 'is not a database'],
    ['is empty', () => writeFileSync(backup, ''), 'cannot be used: The file is empty.'],
    [
      'belongs to another program',
      () => alterBackup('PRAGMA application_id = 7'),
      'a database of another program',
    ],
    [
      'has a trigger that leads visitors elsewhere',
      () =>
        alterBackup(
          `CREATE TRIGGER evil AFTER INSERT ON links BEGIN
             UPDATE links SET desktop_url = 'https://evil.example/' WHERE id = NEW.id;
           END`,
        ),
      'The trigger evil is not part of schema',
    ],
    [
      'has lost a trigger that protects the audit log',
      () => alterBackup('DROP TRIGGER operator_acts_never_go'),
      'The trigger operator_acts_never_go is missing or differs from schema',
    ],
    [
      'has a view that never ends in place of a table',
      () => alterBackup(`DROP TABLE links; CREATE VIEW links AS ${endless}`),
      'The view links is not part of schema',
    ],
    [
      'has an index that computes something for each link',
      () => alterBackup('CREATE INDEX costly ON links (length(hex(data)))'),
      'The index costly is not part of schema',
    ],
    ['is missing', () => rmSync(backup), ' does not exist'],
    ['is the database itself', () => (backup = file), 'FILE is the database itself'],
  ])('restore FILE changes nothing if the backup %s', async (_which, spoil, sentence) => {
    await fill('One', 'Two')
    await makeBackup()
    copyFileSync(file, join(folder, 'untouched'))
    spoil()
    const before = contents()
    const { status, text, error } = await restore()
    expect([status, text, error.trim().split('\n').length]).toEqual([1, '', 1])
    expect(error).toContain(sentence)
    expect(contents()).toEqual(before)
  })

  it('restore FILE accepts a backup of an analyzed database', async () => {
    await fill('One')
    await makeBackup()
    alterBackup('ANALYZE')
    expect((await restore()).lines).toMatchObject([{ links: 1 }])
    expect(await readTitles(file)).toEqual(['One'])
  })

  it('restore FILE does not touch the database of another program', async () => {
    await fill('One')
    await makeBackup()
    const foreign = new DatabaseSync(join(folder, 'other.sqlite'))
    foreign.exec('CREATE TABLE notes (text TEXT); PRAGMA application_id = 7')
    foreign.close()
    const { status, error } = await runAdminInProcess(
      { DATABASE_URL: `sqlite://${join(folder, 'other.sqlite')}` },
      'restore',
      backup,
    )
    expect([status, error]).toEqual([1, 'The file is a database of another program.\n'])
    expect(existsSync(join(folder, 'other.sqlite'))).toBe(true)
  })

  it('restore FILE explains what to do for PostgreSQL', async () => {
    const { status, error } = await runAdminInProcess(
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      'restore',
      backup,
    )
    expect([status, error]).toEqual([
      1,
      'This command restores only SQLite. For PostgreSQL, use pg_restore.\n',
    ])
  })
})

const endless = 'WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n'

function alterBackup(sql: string): void {
  const database = new DatabaseSync(backup)
  database.exec(sql)
  database.close()
}
