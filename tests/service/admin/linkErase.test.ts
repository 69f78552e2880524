import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { spans } from '../../../service/store/visits/visits.ts'
import { bareEnv } from '../../bareEnv.ts'
import { agents } from '../linkHost/visitors.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { runSql } from '../store/olderSchema.ts'
import { sampleLink } from '../store/sample.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { entry, runAdminInProcess } from './admin.ts'

const secret = 'Kestrel'
const link = {
  title: `${secret} of the autumn sale`,
  data: JSON.stringify({ name: secret }),
  tags: JSON.stringify([secret]),
  desktop_custom_redirect: { url: `https://example.com/${secret}` },
  tracking_campaign: secret,
}

describe.each(engines)('link erase in $name', ({ missing, start }) => {
  let databases: Databases
  let url: string
  let folder: string
  let store: Store
  let service: TestService
  let other: TestService
  let path: string
  let keptPath: string

  if (missing !== null) {
    it.skip(`link erase is not tested: ${missing}`)
    return
  }

  beforeAll(async () => {
    databases = await start()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-erase-'))
    url = await databases.create()
    const openDatabase = () => openStore(readDatabaseUrl('url', url))
    store = await openDatabase()
    service = await startTestService({ store })
    // Another process, with a cache of its own.
    other = await startTestService({ store: await openDatabase() })
    path = await service.create(link, { 'Idempotency-Key': 'kestrel' })
    keptPath = await service.create({ ...link, title: 'Kept' })
    for (const linkPath of [path, keptPath]) {
      await change(linkPath, { subtitle: `${secret} changed` })
      for (const { visit } of [service, other, other]) await visit(linkPath, agents.iphone)
      await run('link', 'deactivate', linkPath)
      await run('link', 'activate', linkPath)
    }
    await vi.waitFor(async () => expect(await store.visits.scan(start0, 10)).toHaveLength(4), 60_000)
  })
  afterAll(async () => {
    await Promise.all([service.stop(), other.stop()])
    await databases.remove()
    rmSync(folder, { recursive: true })
  })

  const start0 = { link: -1, span: spans.hour, start: -1 }
  const run = (...args: string[]) => runAdminInProcess({ DATABASE_URL: url }, ...args)
  const change = async (linkPath: string, body: object, etag = '') => {
    const found = (await service.ask(`/link/${linkPath}`)).headers.get('etag')
    const headers = { 'If-Match': found ?? etag }
    return (await service.ask(`/link/${linkPath}`, { method: 'PATCH', headers, body: JSON.stringify(body) }))
      .status
  }
  const readId = async (linkPath: string) => (await store.findLink(linkPath))?.id ?? 0

  it('link erase asks for the path first, and changes nothing if it does not match', () => {
    const args = [entry, 'link', 'erase', path]
    const result = spawnSync(process.execPath, args, {
      ...{ env: { ...bareEnv, DATABASE_URL: url }, input: 'yes\n', encoding: 'utf8' },
    })
    expect([result.status, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toContain('The path does not match. Nothing was erased.')
  })

  it('link erase deletes content, history, visits and idempotency key of that link only', async () => {
    const id = await readId(path)
    const { createdAt } = (await store.findLink(path)) ?? {}
    const { status, lines } = await run('link', 'erase', path, '--yes')
    expect([status, lines]).toMatchObject([0, [{ path, erased: true }]])
    const [row] = await store.scanLinks(id - 1, 1)
    expect(row).toEqual({
      ...{
        id,
        path,
        ownKey: null,
        project: service.project,
        environment: 'production',
        createdAt,
        origin: row?.origin,
      },
      ...{
        updatedAt: row?.updatedAt,
        erasedAt: row?.erasedAt,
        active: false,
        activeUntil: null,
        passQuery: null,
        image: null,
      },
      ...{ title: '', subtitle: '', data: '{}', tags: '[]', ios: null, android: null, desktop: null },
      ...{ previewIos: false, previewAndroid: false, idempotency: null, keyName: null },
      tracking: { campaign: null, source: null, medium: null },
    })
    expect(await store.changes.list(id, Number.MAX_SAFE_INTEGER, 10)).toEqual([])
    expect((await store.visits.scan(start0, 10)).filter((visits) => visits.link === id)).toEqual([])
    const keptId = await readId(keptPath)
    expect(await store.changes.list(keptId, Number.MAX_SAFE_INTEGER, 10)).toHaveLength(3)
    expect(await store.visits.sum([keptId])).toMatchObject([{ people: 3 }])
    // The database still refuses to delete the history of a link that was not erased.
    await expect(store.changes.forget([keptId])).rejects.toThrow('link_changes is only added to')
  })

  it('an erased link answers 410 to visitors and 404 to the API, in every process, and counts no visits', async () => {
    for (const process of [service, other]) expect((await process.visit(path)).status).toBe(410)
    expect((await service.ask(`/link/${path}`)).status).toBe(404)
    const etag = `"${String((await store.findLink(path))?.updatedAt)}"`
    for (const match of ['"1"', etag]) expect(await change(path, { title: 'Back' }, match)).toBe(404)
    expect((await service.ask(`/link/${path}/history`)).status).toBe(404)
    expect((await service.ask(`/link/${path}/visits`)).status).toBe(404)
    const body = JSON.stringify({ paths: [path, keptPath] })
    const lookups = await service.ask('/links/lookup', { method: 'POST', body })
    expect(Object.keys(((await lookups.json()) as { links: object }).links)).toEqual([keptPath])
    // Written once a second, together with those of the other link.
    await service.visit(keptPath, agents.iphone)
    const keptId = await readId(keptPath)
    await vi.waitFor(
      async () => expect(await store.visits.sum([keptId])).toMatchObject([{ people: 4 }]),
      60_000,
    )
    expect(await store.visits.sum([await readId(path)])).toEqual([])
  })

  it('the path of an erased link is never given out again, and its idempotency key creates another link', async () => {
    expect(await store.insertLink(sampleLink({ path }))).toEqual({ kind: 'taken' })
    expect(await service.create(link, { 'Idempotency-Key': 'kestrel' })).not.toBe(path)
    expect((await run('link', 'activate', path)).error).toContain(
      'This link was erased and cannot be reactivated.',
    )
    expect((await run('link', 'show', path)).lines).toMatchObject([
      { erased_at: expect.any(String) as string },
    ])
  })

  it('link erase can be repeated after it was interrupted', async () => {
    const id = await readId(path)
    const entryOfLink = { at: 1, project: service.project, environment: 'production', keyName: null } as const
    await store.changes.put([{ link: id, ...entryOfLink, fields: '{}', idempotency: null }])
    expect((await run('link', 'erase', path)).lines).toEqual([
      { path, erased: true, visit_rows: 0, changes: 1 },
    ])
  })

  it('the audit log names the erased path and nothing that the link contained', async () => {
    const { text } = await run('audit')
    expect(text).toContain(`"act":"link erase","what":{"path":"${path}"}`)
    expect(text).not.toContain(secret)
  })

  it('a copy keeps a link erased, and refuses to bring it back', async () => {
    const before = await databases.create()
    const after = await databases.create()
    const copy = (from: string, to: string) => run('copy', '--from', from, '--to', to)
    await copy(url, before)
    await run('link', 'erase', keptPath, '--yes')
    expect((await copy(url, after)).lines).toMatchObject([{ equal: true }])
    const refusal = await copy(before, after)
    expect([refusal.status, refusal.error]).toEqual([
      1,
      expect.stringContaining(`The link ${keptPath} was erased in the target`),
    ])
    // The visits and the history in an earlier copy stay until the link is erased there, too.
    expect((await copy(url, before)).lines).toMatchObject([{ missing: { links: 0 }, equal: false }])
    await runAdminInProcess({ DATABASE_URL: before }, 'link', 'erase', keptPath)
    expect((await copy(url, before)).lines).toMatchObject([{ extra: { visit_counts: 0, link_changes: 0 } }])
  })

  it('an erased link leaves no content in the database', async () => {
    const [another] = await store.scanLinks((await readId(keptPath)) + 1, 1)
    if (another) await run('link', 'erase', another.path, '--yes')
    if (url.startsWith('postgres:')) {
      const rows = await runSql(
        url,
        'SELECT links::TEXT AS row FROM links UNION ALL SELECT c::TEXT FROM link_changes c',
      )
      expect(JSON.stringify(rows)).not.toContain(secret)
      return
    }
    const { engine, ...setting } = readDatabaseUrl('url', url)
    expect(engine).toBe('sqlite')
    const file = 'file' in setting ? setting.file : ''
    const backup = join(folder, 'backup.sqlite')
    await run('backup', backup)
    await runSql(url, 'PRAGMA wal_checkpoint(TRUNCATE)')
    for (const name of [backup, file]) expect(readFileSync(name, 'latin1')).not.toContain(secret)
  })
})
