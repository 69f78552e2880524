import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectionVariables } from '../../../service/admin/postgres/programs.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { findPostgres, postgresMissing, serverAccount } from '../postgres/binaries.ts'
import { sharePostgres } from '../postgres/shared.ts'
import type { SharedPostgres } from '../postgres/shared.ts'
import { runSql } from '../store/olderSchema.ts'
import { sampleLink } from '../store/sample.ts'
import { startTestService } from '../testService.ts'
import { runAdminInProcess } from './admin.ts'

describe.skipIf(postgresMissing() !== null)('backup of PostgreSQL', () => {
  let postgres: SharedPostgres
  let url: string
  let folder: string
  beforeAll(async () => {
    vi.stubEnv('PATH', `${findPostgres() ?? ''}:${process.env['PATH'] ?? ''}`)
    postgres = await sharePostgres()
    url = await postgres.createDatabase()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-pg-backup-'))
    const account = serverAccount()
    if (account) chownSync(folder, account.uid, account.gid)
    await run('project', 'create', 'Shop')
    const store = await openStore(readDatabaseUrl('url', url))
    for (let count = 0; count < 3; count++)
      await store.insertLink(sampleLink({ subtitle: 'two\nlines\\.\n' }))
    await store.close()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
    await postgres.remove()
  })

  const run = (...args: string[]) => runAdminInProcess({ DATABASE_URL: url, PORT: '0' }, ...args)
  const readBackupCheck = async () =>
    (await run('doctor')).lines.find(({ check }) => check === 'backup') ?? {}
  const dumps = () => readdirSync(folder).filter((name) => name.endsWith('.dump'))

  it('doctor and the metrics know that there is none, and that there is one', async () => {
    expect(await readBackupCheck()).toMatchObject({
      state: 'warn',
      says: 'There is no record of a backup.',
      do: expect.stringContaining('linkwright-pg-backup.timer') as string,
    })
    const database = readDatabaseUrl('url', url)
    const service = await startTestService({ store: await openStore(database), database })
    onTestFinished(() => service.stop())
    const readMetrics = async () => (await fetch(`${service.origin}/metrics`)).text()
    expect(await readMetrics()).not.toMatch(/^linkwright_last_backup/m)
    const before = Date.now()
    const { status, lines, error } = await run('backup', folder, '--keep', '2')
    expect([status, error]).toEqual([0, ''])
    expect(lines).toMatchObject([{ projects: 2, keys: 2, links: 3, deleted: [] }])
    const [name = ''] = dumps()
    expect(name).toMatch(/^t_\w+-\d{4}-.*Z\.dump$/)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    const [, seconds = ''] =
      /^linkwright_last_backup_timestamp_seconds (.*)$/m.exec(await readMetrics()) ?? []
    expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(before)
    expect(await readBackupCheck()).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('None was restored as a test yet') as string,
    })
  })

  it('backup keeps the latest, and deletes only backups of this database', async () => {
    writeFileSync(join(folder, 'other-2026-01-01T03-00-00.000Z.dump'), 'x')
    const first = dumps()
    await run('backup', folder, '--keep', '2')
    const { lines } = await run('backup', folder, '--keep', '2')
    expect(lines[0]?.['deleted']).toEqual(first.filter((name) => name.startsWith('t_')))
    expect(dumps()).toHaveLength(3)
  })

  it('backup test restores a backup completely, and doctor says when', async () => {
    const file = join(folder, dumps().find((name) => name.startsWith('t_')) ?? '')
    const { status, lines, error } = await run('backup', 'test', file)
    expect([status, error]).toEqual([0, ''])
    expect(lines).toEqual([{ tested: file, projects: 2, keys: 2, links: 3 }])
    expect((await readBackupCheck())['says']).toContain(`The last one restored as a test is ${file}, at `)
    expect(readdirSync(folder).filter((name) => name.startsWith('.restore-test'))).toEqual([])
    // Tested less than a week ago.
    expect((await run('backup', join(folder, 'weekly.dump'), '--test-every', '7')).lines).toHaveLength(1)
    await runSql(
      url,
      "DROP TRIGGER operator_acts_never_change ON operator_acts; DELETE FROM operator_acts WHERE act = 'backup restored'",
    )
    expect((await run('backup', join(folder, 'due.dump'), '--test-every', '7')).lines).toHaveLength(2)
  })

  it('backup test refuses a damaged backup and another program’s', async () => {
    const source = readFileSync(join(folder, 'due.dump'))
    const damaged = join(folder, 'damaged')
    writeFileSync(damaged, source.subarray(0, source.length - 400))
    expect((await run('backup', 'test', damaged)).status).toBe(1)
    writeFileSync(damaged, 'no backup')
    expect((await run('backup', 'test', damaged)).error).toContain('pg_restore failed')
  })

  it('backup leaves nothing behind when it fails, and shows no password', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'linkwright-bin-'))
    onTestFinished(() => rmSync(bin, { recursive: true }))
    const path = process.env['PATH'] ?? ''
    vi.stubEnv('PATH', `${bin}:${path}`)
    onTestFinished(() => void vi.stubEnv('PATH', path))
    writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\necho "arguments: $*" >&2; exit 3\n')
    chmodSync(join(bin, 'pg_dump'), 0o755)
    const { status, error } = await run('backup', join(folder, 'failed.dump'))
    expect([status, error]).toEqual([
      1,
      expect.stringContaining('pg_dump failed: arguments: --format=custom'),
    ])
    expect(error).not.toContain(decodeURIComponent(new URL(url).password))
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  })
})

it.each([
  [
    'postgres://a:p%40ss@h:1/d?sslmode=require',
    { PGHOST: 'h', PGPORT: '1', PGPASSWORD: 'p@ss', PGSSLMODE: 'verify-full' },
  ],
  ['postgres://a:b@h/d?sslmode=require&uselibpqcompat=true', { PGSSLMODE: 'require' }],
  ['postgres://a:b@h/d?sslmode=no-verify', { PGSSLMODE: 'require' }],
  [
    'postgres://a:b@h1:5,h2/d?options=-c%20search_path%3Dlinks&prepared_statements=false',
    { PGHOST: 'h1,h2', PGPORT: '5,5432', PGOPTIONS: '-c search_path=links' },
  ],
])('the programs of PostgreSQL connect as the service does, with %s', (url, expected) => {
  expect(connectionVariables(url)).toMatchObject(expected)
})
