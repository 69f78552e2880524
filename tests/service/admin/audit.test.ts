import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { commands } from '../../../service/admin/commands.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { sampleLink } from '../store/sample.ts'
import { leaves, overwritePage, zeros } from '../reliability/damage.ts'
import { loginUser } from '../../../service/admin/auditLog.ts'
import { bareEnv } from '../../bareEnv.ts'
import { runAdminInProcess } from './admin.ts'

const root = join(import.meta.dirname, '../../..')

/** Only root on Linux can set who has logged in, and not in every container. */
const canSetLogin = () =>
  spawnSync('sh', ['-c', 'echo 1 > /proc/self/loginuid'], { stdio: 'ignore' }).status === 0

/** Commands that only read, and export nothing that must be logged. */
const readOnlyCommands = [
  'host check',
  'project list',
  'app list',
  'rules show',
  // Only for PostgreSQL, where it records a restored backup.
  'backup test',
  'key list',
  'key invitations',
  'link list',
  'link show',
  'link history',
  'visits',
  'audit',
  'doctor',
]

const emptyRules = writeSharedFile({})

let folder: string
let data: { LINKWRIGHT_DATA: string }
let project: string
let projectToDelete: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-audit-'))
  data = { LINKWRIGHT_DATA: join(folder, 'data') }
  project = String((await runAdminInProcess(data, 'project', 'create', 'Shop')).lines[0]?.['project'])
  projectToDelete = String(
    (await runAdminInProcess(data, 'project', 'create', 'Doomed')).lines[0]?.['project'],
  )
  const store = openSqliteStore(join(data.LINKWRIGHT_DATA, 'links.sqlite'))
  await store.insertLink(sampleLink({ project, path: 'spring' }))
  await store.close()
  writeFileSync(join(folder, 'rules.json'), emptyRules)
})
afterAll(() => rmSync(folder, { recursive: true }))

const readAuditLog = async (...days: string[]) => (await runAdminInProcess(data, 'audit', ...days)).lines

/** Runs every command that changes something, with the entry it must add. */
const commandLines: Record<string, () => [args: string[], what: Record<string, unknown>]> = {
  'project create': () => [
    ['project', 'create', 'With a key: lwk_abcdefgh'],
    { project: expect.stringMatching(/^prj_/) as string, name: 'With a key: lwk_…' },
  ],
  'project disable': () => [['project', 'disable', project], { project }],
  'project enable': () => [['project', 'enable', project], { project }],
  'project limit': () => [
    ['project', 'limit', project, '--rate', '2/s'],
    { project, rate_per_minute: 120, links_per_day: null, changes_per_day: null },
  ],
  'project query': () => [['project', 'query', project, 'off'], { project, query: 'off' }],
  'project pages': () => [
    ['project', 'pages', project, '--images', 'on'],
    { project, homepage: null, notFound: null, showsImages: true },
  ],
  'project changes': () => [['project', 'changes', project, 'off'], { project, changes: 'off' }],
  'project link-origin': () => [
    ['project', 'link-origin', project, 'https://go.example.com'],
    { project, link_origin: 'https://go.example.com', environment: null, default: false },
  ],
  'app set': () => [
    ['app', 'set', project, '--environment', 'production', '--ios', 'ABCDE12345.com.example'],
    { project, environment: 'production', ios: 'ABCDE12345.com.example', android: '', fingerprints: '' },
  ],
  'app remove': () => [
    ['app', 'remove', project, '--environment', 'production', '--all'],
    { project, environment: 'production', all: true },
  ],
  'rules set': () => [
    ['rules', 'set', project, join(folder, 'rules.json')],
    {
      ...{ project, file: join(folder, 'rules.json'), sha256: hash('sha256', emptyRules) },
      ...{ bytes: emptyRules.length, fields: 0, presets: 0, views: 0 },
    },
  ],
  'rules remove': () => [['rules', 'remove', project], { project }],
  'project export': () => [
    ['project', 'export', project, join(folder, 'shop.jsonl')],
    { project, file: join(folder, 'shop.jsonl') },
  ],
  'key add': () => [
    ['key', 'add', project, '--name', 'shop', '--scope', 'create-only'],
    { project, key_name: 'shop', scope: 'create-only', environment: null },
  ],
  'key invite': () => [
    ['key', 'invite', project, '--name', 'anna', '--service', 'https://links.example.com'],
    {
      ...{ project, key_name: 'anna', scope: 'full', environment: null },
      expires_at: expect.stringMatching(/Z$/) as string,
    },
  ],
  'key allow-list': () => [
    ['key', 'allow-list', project, 'default', '--off'],
    { project, key_name: 'default', allowed: false },
  ],
  'key allow-invite': () => [
    ['key', 'allow-invite', project, 'default', '--off'],
    { project, key_name: 'default', allowed: false },
  ],
  'key rotate': () => [
    ['key', 'rotate', project, '--name', 'default', '--grace', '2m'],
    { project, key_name: 'default', scope: 'full', environment: null, grace_seconds: 120 },
  ],
  'key remove': () => [['key', 'remove', project, 'shop'], { project, key_name: 'shop' }],
  'key revoke': () => [['key', 'revoke', project, '--old'], { project, old: true }],
  'link deactivate': () => [['link', 'deactivate', 'spring'], { path: 'spring' }],
  'link activate': () => [['link', 'activate', 'spring'], { path: 'spring' }],
  'link erase': () => [['link', 'erase', 'spring', '--yes'], { path: 'spring' }],
  'visits export': () => [
    ['visits', 'export', '--from', '2026-11-01', '--to', '2026-11-02'],
    { from: '2026-11-01', to: '2026-11-02' },
  ],
  backup: () => [
    ['backup', join(folder, 'backup.sqlite')],
    { file: join(folder, 'backup.sqlite'), keep: null },
  ],
  restore: () => [
    ['restore', join(folder, 'backup.sqlite')],
    {
      from: join(folder, 'backup.sqlite'),
      aside: expect.stringContaining(join(folder, 'data', 'before-restore-')) as string,
    },
  ],
  migrate: () => [['migrate'], {}],
  'project delete': () => [['project', 'delete', projectToDelete, '--yes'], { project: projectToDelete }],
  copy: () => [
    ['copy', '--from', `sqlite://${folder}/data/links.sqlite`, '--to', `sqlite://${folder}/copy.sqlite`],
    { from: `sqlite://${folder}/data/links.sqlite`, to: `sqlite://${folder}/copy.sqlite` },
  ],
}

describe('audit', () => {
  it('every command is covered by a test of the audit log', () => {
    expect([...Object.keys(commandLines), ...readOnlyCommands].toSorted()).toEqual(
      commands.map(({ name }) => name).toSorted(),
    )
  })

  it.each(Object.keys(commandLines))(
    'the audit log records %s, who did it, when and to what',
    async (words) => {
      const [args, what] = commandLines[words]?.() ?? [[], {}]
      const startTime = new Date().toISOString()
      const { status, text } = await runAdminInProcess(data, ...args)
      expect(status).toBe(0)
      const entries = await readAuditLog()
      const entry = entries.at(-1) ?? {}
      expect(entry).toEqual({
        ...{
          at: expect.any(String) as string,
          who: userInfo().username,
          sudo: loginUser(),
          host: hostname(),
        },
        ...{ act: words, what },
      })
      expect(String(entry['at']) >= startTime).toBe(true)
      const [, key = 'no key'] = /"key":"(lwk_\w+)"/.exec(text) ?? []
      expect(JSON.stringify(entries)).not.toContain(key)
    },
  )

  it('the audit log keeps earlier entries and is included in backups and copies', async () => {
    const entries = await readAuditLog()
    const copy = await runAdminInProcess({ DATABASE_URL: `sqlite://${folder}/copy.sqlite` }, 'audit')
    expect(copy.lines).toEqual(entries)
    expect(entries.map(({ act }) => act)).toContain('backup')
  })

  it('the audit log has no entry for commands that only read or were refused', async () => {
    const before = await readAuditLog()
    for (const args of [
      ['project', 'list'],
      ['key', 'list', project],
      ['link', 'show', 'spring'],
      ['link', 'deactivate', 'none'],
      ['project', 'disable', 'prj_none'],
      ['key', 'rotate', project, '--grace', '91d'],
    ])
      await runAdminInProcess(data, ...args)
    expect(await readAuditLog()).toEqual(before)
  })

  it('the audit log is shown for the requested days', async () => {
    const [today = ''] = new Date().toISOString().split('T')
    expect((await readAuditLog('--from', today, '--to', today)).length).toBeGreaterThan(5)
    expect(await readAuditLog('--from', '2026-01-02', '--to', '2026-01-03')).toEqual([])
    expect((await runAdminInProcess(data, 'audit', '--from', '2026-13-01')).status).toBe(2)
  })

  it.skipIf(!canSetLogin())('the audit log names who logged in, whatever SUDO_USER says', async () => {
    const tool = `exec "${process.execPath}" service/admin/start.js project enable ${project}`
    const script = `echo 1 > /proc/self/loginuid; ${tool}`
    const env = { ...bareEnv, ...data, SUDO_USER: 'forged' }
    expect(spawnSync('sh', ['-c', script], { cwd: root, env }).status).toBe(0)
    expect((await readAuditLog()).at(-1)).toMatchObject({ act: 'project enable', sudo: 'daemon' })
  })

  it.skipIf(loginUser() !== null)('the audit log names who used sudo', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [name, expected] of [
      ['anna', 'anna'],
      ['no "name"', null],
    ]) {
      vi.stubEnv('SUDO_USER', name ?? '')
      expect((await runAdminInProcess(data, 'project', 'enable', project)).status).toBe(0)
      expect((await readAuditLog()).at(-1)).toMatchObject({ act: 'project enable', sudo: expected })
    }
  })

  it('a command that cannot be audited does nothing', async () => {
    const file = join(data.LINKWRIGHT_DATA, 'links.sqlite')
    const before = readFileSync(file)
    for (const page of leaves(file, 'operator_acts')) overwritePage(file, page, zeros)
    const { status, error } = await runAdminInProcess(data, 'project', 'disable', project)
    expect([status, error]).toEqual([1, expect.stringContaining('is damaged')])
    writeFileSync(file, before)
    expect((await runAdminInProcess(data, 'project', 'list')).lines[0]).toMatchObject({
      project,
      active: true,
    })
  })
})
