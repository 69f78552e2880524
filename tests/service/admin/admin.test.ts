import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnrolment } from '../../../contract/service/keys/enrolmentLink.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { sampleLink } from '../store/sample.ts'
import { runAdminProcess, runAdminInProcess, entry } from './admin.ts'

describe('npm run service:admin, beside a running service', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService()))
  afterEach(() => service.stop())
  const run = (...args: string[]) => runAdminInProcess({ LINKWRIGHT_DATA: service.folder }, ...args)
  const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 })
  const lookup = async (key: string) =>
    (await service.ask('/link/none', { headers: { 'PROJECT-KEY': key } })).status

  it('project create NAME prints one line, and its key works immediately', async () => {
    const { status, lines } = runAdminProcess(
      { LINKWRIGHT_DATA: service.folder },
      'project',
      'create',
      'Spring “sale”',
    )
    const [project] = lines
    expect([status, lines.length, project]).toEqual([
      0,
      1,
      {
        project: expect.stringMatching(/^prj_/) as string,
        name: 'Spring “sale”',
        key: expect.stringMatching(/^lwk_/) as string,
      },
    ])
    expect(await lookup(String(project?.['key']))).toBe(404)
    expect((await run('project', 'list')).lines.map(({ name }) => name)).toEqual(['Test', 'Spring “sale”'])
  })

  it('project limit sets the given limits within a second, and project list shows them', async () => {
    const limit = (...args: string[]) => run('project', 'limit', service.project, ...args)
    const readProject = async () =>
      (await run('project', 'list')).lines.find(({ project }) => project === service.project)
    expect(await readProject()).toMatchObject({
      rate_per_minute: null,
      links_per_day: null,
      changes_per_day: null,
    })
    expect((await limit('--rate', '20/s')).lines).toEqual([
      {
        project: service.project,
        rate_per_minute: 1_200,
        links_per_day: null,
        changes_per_day: null,
        link_origin: null,
      },
    ])
    expect((await limit('--links-per-day', '0')).lines).toEqual([
      {
        project: service.project,
        rate_per_minute: 1_200,
        links_per_day: 0,
        changes_per_day: null,
        link_origin: null,
      },
    ])
    expect(await readProject()).toMatchObject({ rate_per_minute: 1_200, links_per_day: 0, links_today: 0 })
    await waitUntil(async () => expect((await service.post({})).status).toBe(429))
    await limit('--changes-per-day', '3')
    expect(await readProject()).toMatchObject({ links_per_day: 0, changes_per_day: 3, changes_today: 0 })
    const result = await limit('--rate', 'default', '--links-per-day', 'none', '--changes-per-day', 'none')
    expect(result.lines).toMatchObject([{ rate_per_minute: null, links_per_day: null }])
    expect(await readProject()).not.toHaveProperty('links_today')
    expect(await readProject()).not.toHaveProperty('changes_today')
    await waitUntil(async () => expect((await service.post({})).status).toBe(200))
  })

  it('commands that change the same project at once never undo each other', async () => {
    const { project } = service
    const commands = [
      ['project', 'limit', project, '--rate', '20/s'],
      ['project', 'limit', project, '--links-per-day', '9'],
      ['project', 'link-origin', project, 'https://go.example.com'],
      ['app', 'set', project, '--environment', 'production', '--ios', 'ABCDE12345.com.example'],
    ]
    const results = await Promise.all(commands.map((args) => run(...args)))
    const { terms } = (await service.store.findProject(project)) ?? {}
    const changes = [
      terms?.ratePerMinute === 1_200,
      terms?.linksPerDay === 9,
      terms?.domains.production.default === 'https://go.example.com',
      terms?.apps.production?.ios.length === 1,
    ]
    expect(changes).toEqual(results.map(({ status }) => status === 0))
    expect(changes).toContain(true)
    for (const { status, error } of results) if (status !== 0) expect(error).toContain('at the same time')
  })

  it('key rotate PROJECT prints the project with its new key, and the old key ends within a second', async () => {
    const { lines } = await run('key', 'rotate', service.project)
    expect(lines).toEqual([
      {
        project: service.project,
        name: 'Test',
        ...{ key_name: 'default', scope: 'full', environment: null },
        key: expect.stringMatching(/^lwk_/) as string,
        old_keys_end: expect.stringMatching(/Z$/) as string,
      },
    ])
    expect(await lookup(String(lines[0]?.['key']))).toBe(404)
    await waitUntil(async () => expect(await lookup(service.key)).toBe(401))
  })

  it('key rotate --grace keeps the old key, which key list shows and key revoke --old ends', async () => {
    const [rotation] = (await run('key', 'rotate', service.project, '--grace', '24h')).lines
    expect(await lookup(service.key)).toBe(404)
    const keys = await run('key', 'list', service.project)
    expect(keys.lines.map(({ expires_at, state }) => [expires_at, state])).toEqual([
      [rotation?.['old_keys_end'], 'works'],
      [null, 'works'],
    ])
    expect(keys.text).not.toContain('lwk_')
    expect((await run('key', 'revoke', service.project, '--old')).lines).toEqual([
      { project: service.project, revoked: 1 },
    ])
    await waitUntil(async () => expect(await lookup(service.key)).toBe(401))
    expect((await run('key', 'revoke', service.project)).lines).toEqual([
      { project: service.project, revoked: 1 },
    ])
    expect((await run('key', 'list', service.project)).lines.map(({ state }) => state)).toEqual([
      'ended',
      'ended',
    ])
  })

  it('key add, list, rotate and remove affect one key and no other', async () => {
    const readKey = (lines: Record<string, unknown>[]) => String(lines[0]?.['key'])
    const add = (name: string, ...args: string[]) =>
      run('key', 'add', service.project, '--name', name, ...args)
    const webShop = await add('web shop', '--scope', 'create-only', '--environment', 'production')
    const terms = { key_name: 'web shop', scope: 'create-only', environment: 'production' }
    expect(webShop.lines).toMatchObject([{ project: service.project, name: 'Test', ...terms }])
    const reports = readKey((await add('reports', '--scope', 'read-only')).lines)
    expect((await add('web shop')).error).toContain('The project already has a key "web shop".')
    // The leaked key may be any of them.
    expect(await run('key', 'rotate', service.project)).toMatchObject({
      ...{ status: 2, lines: [] },
      error: expect.stringContaining(
        'Use --name with the one to replace: "default", "web shop", "reports".',
      ) as string,
    })
    const path = await service.create({ title: 'Made' }, { 'PROJECT-KEY': readKey(webShop.lines) })
    const links = (await run('link', 'list', service.project)).lines
    expect(links).toMatchObject([{ path, created_by_key: 'web shop' }])
    expect((await run('link', 'show', path)).lines).toMatchObject([{ created_by_key: 'web shop' }])
    const rotation = await run('key', 'rotate', service.project, '--name', 'web shop', '--grace', '1h')
    expect(rotation.lines).toMatchObject([terms])
    const list = async () => (await run('key', 'list', service.project)).lines
    expect((await list()).map(({ key_name, scope }) => [key_name, scope]).toSorted()).toEqual([
      ['default', 'full'],
      ['reports', 'read-only'],
      ['web shop', 'create-only'],
      ['web shop', 'create-only'],
    ])
    await waitUntil(async () =>
      expect((await list()).filter(({ last_used_at }) => last_used_at)).toHaveLength(1),
    )
    expect((await run('key', 'remove', service.project, 'web shop')).lines).toMatchObject([{ removed: 2 }])
    for (const key of [readKey(webShop.lines), readKey(rotation.lines)])
      await waitUntil(async () => expect(await lookup(key)).toBe(401))
    expect([await lookup(reports), await lookup(service.key)]).toEqual([404, 404])
    const failure = await run('key', 'rotate', service.project, '--name', 'web shop')
    expect([failure.status, failure.error]).toEqual([
      1,
      expect.stringContaining('no working key "web shop"') as string,
    ])
    expect((await add('web shop')).status).toBe(0)
    const entries = (await run('audit')).lines.map(({ act, what }) => [
      act,
      (what as { key_name?: string }).key_name,
    ])
    expect(entries).toEqual([
      ['key add', 'web shop'],
      ['key add', 'reports'],
      ['key rotate', 'web shop'],
      ['key remove', 'web shop'],
      ['key add', 'web shop'],
    ])
  })

  it.each([
    [
      ['--name', 'x', '--scope', 'everything'],
      '--scope must be full, create-only or read-only, not "everything".',
    ],
    [
      ['--name', 'x', '--environment', 'test'],
      '--environment must be production or development, not "test".',
    ],
    [['--name', ' lwk_secret'], '--name must have 1 to 64 letters'],
    [['--name', 'two\nlines'], '--name must have 1 to 64 letters'],
    [[], '--name NAME is missing'],
  ])('key add %j prints its usage', async (args, sentence) => {
    const { status, error } = await run('key', 'add', service.project, ...args)
    expect([status, error]).toEqual([2, expect.stringContaining(sentence) as string])
    expect(error).not.toContain('secret')
  })

  it('key invite prints an invitation that the app accepts, and key remove withdraws it', async () => {
    const invite = (...args: string[]) =>
      run('key', 'invite', service.project, '--name', 'anna', '--service', service.origin, ...args)
    const result = await invite('--scope', 'read-only', '--expires', '30m')
    const [line = {}] = result.lines
    expect(line).toMatchObject({ project: 'Test', key_name: 'anna', scope: 'read-only', environment: null })
    expect(Date.parse(String(line['expires_at'])) - Date.now()).toBeGreaterThan(29 * 60_000)
    const enrolment = { service: `${service.origin}/api/v1/sdk`, invitation: String(line['invitation']) }
    for (const text of [result.text, String(line['link'])]) expect(parseEnrolment(text)).toEqual(enrolment)
    const accept = () =>
      fetch(`${enrolment.service}/enroll`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ invitation: enrolment.invitation }),
      })
    const remove = await run('key', 'remove', service.project, 'anna')
    expect(remove.lines).toMatchObject([{ removed: 0, invitations: 1 }])
    expect((await accept()).status).toBe(404)
    expect((await run('audit')).text).not.toContain(enrolment.invitation)
    expect((await invite('--expires', '8d')).status).toBe(2)
    expect((await invite('--service', 'http://links.example.com')).status).toBe(2)
    expect((await run('key', 'invite', service.project, '--name', 'anna')).error).toContain('Set LINK_ORIGIN')
  })

  it('key rotate accepts a grace period of up to 90 days', async () => {
    expect(await run('key', 'rotate', service.project, '--grace', '91d')).toMatchObject({
      status: 2,
      error: '--grace must be at most 90d: a key that keeps working for longer has not been replaced.\n',
    })
    expect((await run('key', 'rotate', service.project, '--grace', '90d')).status).toBe(0)
  })

  it('project disable and project enable end and restore access', async () => {
    expect((await run('project', 'disable', service.project)).lines).toEqual([
      { project: service.project, active: false },
    ])
    await waitUntil(async () => expect(await lookup(service.key)).toBe(401))
    expect((await run('key', 'list', service.project)).lines).toMatchObject([{ state: 'project_disabled' }])
    expect((await run('key', 'rotate', service.project, '--grace', '1h')).error).toContain(
      'The project is disabled',
    )
    const invite = ['key', 'invite', service.project, '--name', 'anna', '--service', service.origin]
    expect((await run(...invite)).error).toContain('The project is disabled, so its invitation does not work')
    await run('project', 'enable', service.project)
    expect((await run(...invite)).error).toBe('')
    expect((await run('key', 'rotate', service.project, '--grace', '1h')).error).toBe('')
    await waitUntil(async () => expect(await lookup(service.key)).toBe(404))
  })

  it('link deactivate, activate and show accept a path or a whole link', async () => {
    const path = await service.create({ title: 'Hi', data: '{"n":12345678901234567890}' })
    expect((await service.visit(path)).status).toBe(200)
    expect((await run('link', 'deactivate', path)).lines).toEqual([{ path, active: false }])
    await waitUntil(async () => expect((await service.visit(path)).status).toBe(410))
    const result = await run('link', 'show', `${service.origin}/${path}`)
    expect(result.lines).toMatchObject([
      { project: service.project, environment: 'production', link: { path, active: false } },
    ])
    expect(result.text).toContain('12345678901234567890')
    expect(result.text).not.toContain('access_path')
    const variables = { LINKWRIGHT_DATA: service.folder, LINK_ORIGIN: 'https://links.example.com' }
    expect((await runAdminInProcess(variables, 'link', 'show', path)).lines).toMatchObject([
      { link: { access_path: `https://links.example.com/${path}` } },
    ])
    expect((await run('link', 'activate', `${service.origin}/${path}`)).lines).toEqual([
      { path, active: true },
    ])
    await waitUntil(async () => expect((await service.visit(path)).status).toBe(200))
  })

  it('a link of another host is never mistaken for one of ours', async () => {
    const path = await service.create({ title: 'Hi' })
    const origin = 'https://links.example.com'
    const variables = { LINKWRIGHT_DATA: service.folder, LINK_ORIGIN: origin }
    for (const command of ['deactivate', 'activate', 'show']) {
      const other = await run('link', command, `https://other.example/${path}`)
      expect([other.status, other.text]).toEqual([1, ''])
      expect(other.error).toContain(
        'The service may not own the host other.example, because LINK_ORIGIN is not set.',
      )
      const result = await runAdminInProcess(
        variables,
        'link',
        command,
        `https://links.example.com:8443/${path}`,
      )
      expect([result.status, result.text]).toEqual([1, ''])
      expect(result.error).toContain(
        `links.example.com:8443 is not a host of this service, whose links begin with ${origin}/.`,
      )
    }
    expect((await service.visit(path)).status).toBe(200)
    expect((await runAdminInProcess(variables, 'link', 'deactivate', `${origin}/${path}`)).lines).toEqual([
      { path, active: false },
    ])
    expect((await runAdminInProcess(variables, 'link', 'activate', path)).lines).toEqual([
      { path, active: true },
    ])
  })

  it('project link-origin sets the origin of new links, and other commands accept whole links with it', async () => {
    const origin = 'https://go.example.com'
    const setOrigin = (text: string) => run('project', 'link-origin', service.project, text)
    expect((await setOrigin(`${origin}/`)).lines).toMatchObject([
      { project: service.project, link_origin: origin },
    ])
    expect((await run('project', 'list')).lines).toMatchObject([{ link_origin: origin }])
    const createLink = async () => ((await (await service.post({})).json()) as { link: string }).link
    await waitUntil(async () => expect(await createLink()).toContain(`${origin}/`))
    const link = await createLink()
    expect((await run('link', 'show', link)).lines).toMatchObject([{ link: { access_path: link } }])
    expect((await setOrigin('default')).lines).toMatchObject([{ link_origin: null }])
    expect((await run('link', 'deactivate', link)).status).toBe(0)
    await waitUntil(async () => expect(await createLink()).toContain(service.origin))
  })

  it('a second project with the same name needs an explicit option', async () => {
    const duplicate = await run('project', 'create', ' Test ')
    expect([duplicate.status, duplicate.text]).toEqual([1, ''])
    expect(duplicate.error).toContain(`The project "Test" already exists: ${service.project}.`)
    expect((await run('project', 'create', 'Test', '--another')).lines).toMatchObject([{ name: 'Test' }])
    expect((await run('project', 'list')).lines.map(({ name }) => name)).toEqual(['Test', 'Test'])
  })

  it('link list shows the links of one project, recent ones unless more are requested', async () => {
    const oldLink = sampleLink({ id: 5, project: service.project, title: 'Last year' })
    await service.store.insertLink(oldLink)
    const path = await service.create({ title: 'First' }, { ENVIRONMENT: 'development' })
    await service.create({ title: 'Second' })
    const { key } = await createProject(service.store, 'Other')
    await service.create({ title: 'Of another' }, { 'PROJECT-KEY': key })
    const titles = async (...args: string[]) =>
      (await run('link', 'list', service.project, ...args)).lines.map(({ title }) => title)
    expect(await titles()).toEqual(['First', 'Second'])
    expect(await titles('--since', '999999d')).toEqual(['Last year', 'First', 'Second'])
    expect((await run('link', 'list', service.project)).lines[0]).toEqual({
      path,
      environment: 'development',
      title: 'First',
      active: true,
      created_at: expect.stringMatching(/Z$/) as string,
      created_by_key: 'default',
    })
  })

  it('of several backups to the same file at once, one succeeds and none leaves anything else', async () => {
    const copies = join(service.folder, 'shared', 'copies.sqlite')
    mkdirSync(join(service.folder, 'shared'))
    const path = await service.create({ title: 'Before' })
    const env = { PATH: process.env['PATH'], LINKWRIGHT_DATA: service.folder }
    const backups = [1, 2, 3].map(() => spawn(process.execPath, [entry, 'backup', copies], { env }))
    const errors = await Promise.all(backups.map((backup) => text(backup.stderr)))
    const exists = expect.stringContaining('copies.sqlite already exists') as string
    expect(errors.toSorted()).toEqual(['', exists, exists])
    expect(readdirSync(join(service.folder, 'shared'))).toEqual(['copies.sqlite'])
    const copy = openSqliteStore(copies)
    expect(await copy.findLink(path)).toMatchObject({ title: 'Before' })
    await copy.close()
  })

  it('backup copies the whole database while links are created, readable by its owner only', async () => {
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
    expect(await run('backup', copies)).toMatchObject({
      status: 1,
      error: `${copies} already exists. Choose another name, or delete it first.\n`,
    })
    expect(await run('backup', '/none/x')).toMatchObject({
      status: 1,
      error: 'The folder /none does not exist. Create it first.\n',
    })
    expect(await run('backup', `${copies}/x`)).toMatchObject({
      status: 1,
      error: expect.stringContaining(`The backup ${copies}/x cannot be written (ENOTDIR).`) as string,
    })
  })

  it('an unknown name gets one line and exit code 1', async () => {
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
      const { status, error, text } = await run(...args)
      expect([status, text, error.trim().split('\n').length]).toEqual([1, '', 1])
      expect(error).not.toContain(service.key)
    }
  })
})
