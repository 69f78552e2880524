import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands } from '../../../service/admin/commands.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { version } from '../../../service/version.ts'
import { clientOf, startTestService } from '../running.ts'
import type { TestService } from '../running.ts'
import { sampleLink } from '../store/sample.ts'

const entry = join(import.meta.dirname, '../../../service/admin/main.ts')

interface Outcome {
  status: number | null
  lines: Record<string, unknown>[]
  text: string
  error: string
}

function admin(variables: Record<string, string>, ...args: string[]): Outcome {
  const env = { PATH: process.env['PATH'], ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], { env, encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { status, lines: lines.map((line) => JSON.parse(line) as never), text: stdout, error: stderr }
}

describe('npm run service:admin, beside a running service', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService()))
  afterEach(() => service.stop())
  const run = (...args: string[]) => admin({ LINKWRIGHT_DATA: service.folder }, ...args)
  const within = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 1_000 })
  const lookup = async (key: string) =>
    (await service.ask('/link/none', { headers: { 'PROJECT-KEY': key } })).status

  it('project create NAME prints one line, and its key works at once', async () => {
    const { status, lines } = run('project', 'create', 'Spring “sale”')
    const [made] = lines
    expect([status, lines.length, made]).toEqual([
      0,
      1,
      {
        project: expect.stringMatching(/^prj_/) as string,
        name: 'Spring “sale”',
        key: expect.stringMatching(/^lwk_/) as string,
      },
    ])
    expect(await lookup(String(made?.['key']))).toBe(404)
    expect(run('project', 'list').lines.map(({ name }) => name)).toEqual(['Test', 'Spring “sale”'])
  })

  it('key rotate PROJECT prints the same with the new key, and the old one ends within a second', async () => {
    const { lines } = run('key', 'rotate', service.project)
    expect(lines).toEqual([
      {
        project: service.project,
        name: 'Test',
        key: expect.stringMatching(/^lwk_/) as string,
        old_keys_end: expect.stringMatching(/Z$/) as string,
      },
    ])
    expect(await lookup(String(lines[0]?.['key']))).toBe(404)
    await within(async () => expect(await lookup(service.key)).toBe(401))
  })

  it('key rotate --grace, key list and key revoke --old', async () => {
    const [rotated] = run('key', 'rotate', service.project, '--grace', '24h').lines
    expect(await lookup(service.key)).toBe(404)
    const keys = run('key', 'list', service.project)
    expect(keys.lines.map(({ expires_at, state }) => [expires_at, state])).toEqual([
      [rotated?.['old_keys_end'], 'works'],
      [null, 'works'],
    ])
    expect(keys.text).not.toContain('lwk_')
    expect(run('key', 'revoke', service.project, '--old').lines).toEqual([
      { project: service.project, revoked: 1 },
    ])
    await within(async () => expect(await lookup(service.key)).toBe(401))
    expect(run('key', 'revoke', service.project).lines).toEqual([{ project: service.project, revoked: 1 }])
    expect(run('key', 'list', service.project).lines.map(({ state }) => state)).toEqual(['ended', 'ended'])
  })

  it('key rotate takes a grace of 90 days at most', () => {
    expect(run('key', 'rotate', service.project, '--grace', '91d')).toMatchObject({
      status: 2,
      error: '--grace is at most 90d: an old key that works for longer has not been replaced.\n',
    })
    expect(run('key', 'rotate', service.project, '--grace', '90d').status).toBe(0)
  })

  it('project disable and enable', async () => {
    expect(run('project', 'disable', service.project).lines).toEqual([
      { project: service.project, active: false },
    ])
    await within(async () => expect(await lookup(service.key)).toBe(401))
    expect(run('key', 'list', service.project).lines).toMatchObject([{ state: 'project_disabled' }])
    expect(run('key', 'rotate', service.project, '--grace', '1h').error).toContain('The project is disabled')
    run('project', 'enable', service.project)
    expect(run('key', 'rotate', service.project, '--grace', '1h').error).toBe('')
    await within(async () => expect(await lookup(service.key)).toBe(404))
  })

  it('link deactivate, activate and show, by path or by the whole link', async () => {
    const path = await service.create({ title: 'Hi', data: '{"n":12345678901234567890}' })
    expect((await service.visit(path)).status).toBe(200)
    expect(run('link', 'deactivate', path).lines).toEqual([{ path, active: false }])
    await within(async () => expect((await service.visit(path)).status).toBe(410))
    const shown = run('link', 'show', `${service.origin}/${path}`)
    expect(shown.lines).toMatchObject([
      { project: service.project, environment: 'production', link: { path, active: false } },
    ])
    expect(shown.text).toContain('12345678901234567890')
    expect(shown.text).not.toContain('access_path')
    const named = { LINKWRIGHT_DATA: service.folder, LINK_ORIGIN: 'https://links.example.com' }
    expect(admin(named, 'link', 'show', path).lines).toMatchObject([
      { link: { access_path: `https://links.example.com/${path}` } },
    ])
    expect(run('link', 'activate', `${service.origin}/${path}`).lines).toEqual([{ path, active: true }])
    await within(async () => expect((await service.visit(path)).status).toBe(200))
  })

  it('link list shows the links of one project alone, and only of late unless asked for more', async () => {
    const early = sampleLink({ id: 5, project: service.project, title: 'Last year' })
    await service.store.insertLink(early)
    const path = await service.create({ title: 'First' }, { ENVIRONMENT: 'development' })
    await service.create({ title: 'Second' })
    const { key } = await createProject(service.store, 'Other')
    await service.create({ title: 'Of another' }, { 'PROJECT-KEY': key })
    const titles = (...args: string[]) =>
      run('link', 'list', service.project, ...args).lines.map(({ title }) => title)
    expect(titles()).toEqual(['First', 'Second'])
    expect(titles('--since', '999999d')).toEqual(['Last year', 'First', 'Second'])
    expect(run('link', 'list', service.project).lines[0]).toEqual({
      path,
      environment: 'development',
      title: 'First',
      active: true,
      created_at: expect.stringMatching(/Z$/) as string,
    })
  })

  it('backup copies the database while links are made, whole and private', async () => {
    const copies = join(service.folder, 'copies.sqlite')
    const before = await service.create({ title: 'Before' })
    const env = { PATH: process.env['PATH'], LINKWRIGHT_DATA: service.folder }
    const backup = spawn(process.execPath, [entry, 'backup', copies], { env, stdio: 'ignore' })
    const exit = once(backup, 'exit')
    while (backup.exitCode === null) await service.create({ title: 'Meanwhile' })
    expect(await exit).toEqual([0, null])
    const copy = openSqliteStore(copies)
    expect(await copy.findLink(before)).toMatchObject({ title: 'Before' })
    expect(await copy.listKeys(service.project)).toHaveLength(1)
    await copy.close()
    expect(statSync(copies).mode & 0o077).toBe(0)
    expect(readdirSync(service.folder).filter((name) => name.includes('unfinished'))).toEqual([])
    expect(run('backup', copies)).toMatchObject({
      status: 1,
      error: `${copies} exists already: give a name that is not taken, or remove it first.\n`,
    })
    expect(run('backup', '/none/x')).toMatchObject({
      status: 1,
      error: 'There is no folder /none for the backup: make it first.\n',
    })
    expect(run('backup', `${copies}/x`)).toMatchObject({
      status: 1,
      error: expect.stringContaining(`The backup ${copies}/x cannot be written (ENOTDIR).`) as string,
    })
  })

  it('what is not there is said in one line, exit 1', () => {
    for (const args of [
      ['key', 'rotate', 'prj_none'],
      ['key', 'list', 'prj_none'],
      ['key', 'revoke', 'prj_none'],
      ['key', 'list', service.key],
      ['project', 'disable', 'prj_none'],
      ['link', 'show', 'none'],
      ['link', 'list', 'prj_none'],
      ['link', 'deactivate', 'https://example.com/none'],
      ['project', 'create', ' '],
    ]) {
      const { status, error, text } = run(...args)
      expect([status, text, error.trim().split('\n').length]).toEqual([1, '', 1])
      expect(error).not.toContain(service.key)
    }
  })
})

describe('npm run service:admin, by itself', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'linkwright-admin-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => admin({ LINKWRIGHT_DATA: folder }, ...args)

  it('makes the first project before the service has ever run', async () => {
    const made = run('project', 'create', 'First')
    expect(made.error).toContain(`There was no database at sqlite://${join(folder, 'links.sqlite')}`)
    expect(run('project', 'create', 'Second').error).toBe('')
    const key = String(made.lines[0]?.['key'])
    const store = openSqliteStore(join(folder, 'links.sqlite'))
    const service = await startTestService({ store })
    expect((await clientOf(service.origin, key).post({})).status).toBe(200)
    await service.stop()
  })

  it('makes no database where it was asked about one', () => {
    const { status, error } = run('project', 'list')
    expect([status, error.trim().split('\n').length]).toEqual([2, 1])
    expect(error).toContain('There is no database at sqlite://')
    expect(existsSync(join(folder, 'links.sqlite'))).toBe(false)
  })

  it('says which database does not answer, without its password', () => {
    const variables = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shop' }
    for (const args of [
      ['project', 'list'],
      ['copy', '--from', 'postgres://user:secret@127.0.0.1:1/old'],
    ]) {
      const { status, error } = admin(variables, ...args)
      expect([status, error.trim().split('\n').length]).toEqual([1, 1])
      expect(error).toMatch(/^The database postgres:\/\/user@127.0.0.1:1\/(shop|old) does not answer \(/)
      expect(error).not.toContain('secret')
    }
  })

  it('says that a database cannot be read, not that there is none', () => {
    // Of all that makes a file unreadable, a loop of links alone stops the superuser too.
    symlinkSync('links.sqlite', join(folder, 'links.sqlite'))
    expect(run('project', 'list')).toMatchObject({
      status: 2,
      error: expect.stringContaining('cannot be read and written (ELOOP)') as string,
    })
  })

  it.each([
    [['project'], '"project" goes on with create, list, disable, enable.'],
    [['key', 'lwk_secret'], '"key" goes on with rotate, list, revoke.'],
    [['lwk_secret'], 'There is no such command. "npm run -s service:admin -- help" lists all commands.'],
    [
      ['key', 'rotate', 'p', '--grace', '-1h'],
      '--grace takes a time such as 90s, 30m, 24h or 7d, not "-1h".',
    ],
    [['key', 'rotate', 'p', '--grace'], '--grace needs a value. Usage: npm run'],
    [['copy', '--from', '--to', 'x'], '--from needs a value.'],
    [['key', 'revoke', 'p', '--old=lwk_secret'], '--old takes no value.'],
    [['project', 'list', '--all'], 'There is no option --all here.'],
    [['project', 'create'], 'NAME is missing.'],
    [['project', 'create', 'Web', 'shop'], 'It takes NAME alone: put quotes around words with spaces.'],
  ])('says what is wrong with %j', (args, sentence) => {
    const { status, error } = run(...args)
    expect(status).toBe(2)
    expect(error).toContain(sentence)
    expect(error).not.toContain('secret')
  })

  it('says its version', () => {
    expect(run('--version')).toMatchObject({ status: 0, text: `${version}\n`, error: '' })
  })

  it('explains every command by itself', () => {
    const overview = run('help')
    expect(overview.status).toBe(0)
    for (const { usage, about } of commands) {
      expect(overview.text).toContain(usage)
      const words = usage.split(' ').filter((word) => /^[a-z]+$/.test(word))
      const help = run(...words, '--help')
      expect(help.status).toBe(0)
      expect(help.text).toContain(usage)
      expect(help.text).toContain(about)
    }
  })

  it.each(
    [
      [],
      ['projects'],
      ['project'],
      ['project', 'create'],
      ['project', 'create', 'a', 'b'],
      ['project', 'list', '--all'],
      ['key', 'rotate', 'p', '--grace', 'soon'],
      ['backup'],
    ].map((args) => [args]),
  )('called wrongly, it says how in one line, exit 2: %j', (args) => {
    const { status, error, text } = run(...args)
    expect([status, text, error.trim().split('\n').length]).toEqual([2, '', 1])
  })

  it('called wrongly, it quotes no password and no key', () => {
    const url = 'postgres://user:secret@host/db'
    for (const args of [['copi', '--from', url], [url], ['copy', url], ['copy', `--fron=${url}`]]) {
      const { status, error } = run(...args)
      expect(status).toBe(2)
      expect(error).not.toContain('secret')
    }
    run('project', 'create', 'Acme')
    expect(run('key', 'rotate', 'lwk_secret')).toMatchObject({
      status: 1,
      error: expect.not.stringContaining('secret') as string,
    })
    expect(run('project', 'creat', 'Acme').error).toContain('"project" goes on with create, ')
  })
})
