import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteProject } from '../../../service/admin/deletion.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { countNames } from '../../../service/store/visits/visits.ts'
import { bareEnv } from '../../bareEnv.ts'
import { agents } from '../linkHost/visitors.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { sampleLink } from '../store/sample.ts'
import { runAdminInProcess, entry } from './admin.ts'

const title = 'Kestrel of the autumn sale'
const link = {
  title,
  data: '{"n":12345678901234567890}',
  desktop_custom_redirect: { url: 'https://example.com/kestrel' },
}

describe.each(engines)('deleting a project in $name', ({ name: engine, missing, start }) => {
  let databases: Databases
  let folder: string
  let url: string
  let store: Store
  let service: TestService
  let path: string
  let other: { project: string; key: string; path: string }

  if (missing !== null) {
    it.skip(`the end of a project is not tested: ${missing}`)
    return
  }

  beforeAll(async () => {
    databases = await start()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-deletion-'))
    url = await databases.create()
    store = await openStore(readDatabaseUrl('url', url))
    service = await startTestService({ store })
    path = await service.create(link, { 'Idempotency-Key': 'kestrel' })
    const { project, key } = await createProject(store, 'Other')
    other = { project, key, path: await createClient(service.origin, key).create(link) }
    for (const linkPath of [path, other.path]) await service.visit(linkPath, agents.iphone)
    await vi.waitFor(async () => expect((await visits(other.path)) + (await visits(path))).toBe(2), 60_000)
  })
  let isStopped = false
  const stopService = async () => {
    if (!isStopped) await service.stop()
    isStopped = true
  }
  afterAll(async () => {
    await stopService()
    await databases.remove()
    rmSync(folder, { recursive: true })
  })

  const run = (...args: string[]) => runAdminInProcess({ DATABASE_URL: url }, ...args)
  const findLinkId = async (linkPath: string) => (await store.findLink(linkPath))?.id ?? 0
  const visits = async (linkPath: string) =>
    (await store.visits.sum([await findLinkId(linkPath)]))[0]?.people ?? 0
  const status = async (key: string, linkPath: string) =>
    (await createClient(service.origin, key).ask(`/link/${linkPath}`)).status

  it('project delete first writes a file about the project, without secrets', async () => {
    const file = join(folder, 'shop.jsonl')
    const etag = (await service.ask(`/link/${path}`)).headers.get('etag') ?? ''
    const headers = { 'If-Match': etag }
    const body = JSON.stringify({ subtitle: 'changed' })
    expect((await service.ask(`/link/${path}`, { method: 'PATCH', headers, body })).status).toBe(200)
    const { lines } = await run('project', 'export', service.project, file)
    const bytes = statSync(file).size
    const counts = { keys: 1, links: 1, changes: 1, visits: 1 }
    expect(lines).toEqual([{ project: service.project, exported: file, ...counts, bytes }])
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"to":"changed"')
    expect(text).toContain('"data":{"n":12345678901234567890}')
    expect(statSync(file).mode & 0o077).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { kind: 'project', project: service.project, name: 'Test', active: true },
      { kind: 'key', fingerprint: expect.stringMatching(/^.{8}$/) as string, expires_at: null },
      { kind: 'link', environment: 'production', link: { path, title } },
      { kind: 'change', path, by: 'default' },
      { kind: 'visits', path, day: today, ios: 1, redirect: 1 },
    ])
    const [key] = await store.listKeys(service.project)
    for (const secret of [service.key, key?.hash ?? '', other.path]) expect(text).not.toContain(secret)
    expect((await run('project', 'export', service.project, file)).error).toContain('already exists')
    expect((await run('project', 'export', service.project, join(file, 'x'))).error).toContain('(ENOTDIR)')
  })

  it('project delete has a dry run, and requires typing the project’s name', async () => {
    const before = await store.scanLinks(-1, 10)
    expect((await run('project', 'delete', service.project, '--dry-run')).lines).toEqual([
      { project: service.project, name: 'Test', dry_run: true, keys: 1, links: 1 },
    ])
    const args = [entry, 'project', 'delete', service.project]
    for (const input of ['', 'test\n', '\n']) {
      const result = spawnSync(process.execPath, args, {
        env: { ...bareEnv, DATABASE_URL: url },
        input,
        encoding: 'utf8',
      })
      expect([result.status, result.stdout]).toEqual([1, ''])
      expect(result.stderr).toContain('This permanently deletes the contents of 1 link.')
      expect(result.stderr).toContain('type the name of the project, "Test": ')
      expect(result.stderr).toContain('The name does not match. Nothing was deleted.')
    }
    expect(await store.scanLinks(-1, 10)).toEqual(before)
    expect(await status(service.key, path)).toBe(200)
  })

  it("project delete expires the project's keys, empties its links and deletes their visits, without affecting other projects", async () => {
    const result = spawnSync(process.execPath, [entry, 'project', 'delete', service.project], {
      env: { ...bareEnv, DATABASE_URL: url },
      input: 'Test\n',
      encoding: 'utf8',
    })
    expect(JSON.parse(result.stdout)).toEqual({
      ...{ project: service.project, name: 'Test' },
      ...{ keys_ended: 1, links: 1, visit_rows: 2, changes: 1, rules: false },
    })
    expect(await store.changes.scan({ link: -1, at: -1 }, 10)).toEqual([])
    const response = await service.visit(path)
    expect([response.status, await response.text()]).toEqual([410, expect.not.stringContaining('Kestrel')])
    expect(await status(service.key, path)).toBe(401)
    expect(await visits(path)).toBe(0)
    expect(await store.scanLinks((await findLinkId(path)) - 1, 1)).toMatchObject([
      { path, title: '', data: '{}', tags: '[]', desktop: null, active: false, idempotency: null },
    ])
    expect(await visits(other.path)).toBe(1)
    expect((await service.visit(other.path)).status).toBe(302)
    expect(await status(other.key, other.path)).toBe(200)
  })

  it('a deleted project’s link gets the same answer as one that never existed', async () => {
    const otherClient = createClient(service.origin, other.key)
    const [deletedLink, unknownLink] = await Promise.all(
      [path, 'neverneverX'].map(
        async (linkPath) => await readError(await otherClient.ask(`/link/${linkPath}`)),
      ),
    )
    expect({ ...deletedLink, request_id: '' }).toEqual({ ...unknownLink, request_id: '' })
    expect(deletedLink?.code).toBe('link_not_found')
  })

  it('the paths of a deleted project are never reused', async () => {
    expect(await store.insertLink(sampleLink({ path, project: other.project }))).toEqual({ kind: 'taken' })
  })

  it('no other command can undo project delete', async () => {
    for (const args of [
      ['link', 'activate', path],
      ['project', 'enable', service.project],
      ['key', 'rotate', service.project],
      ['project', 'export', service.project, join(folder, 'late.jsonl')],
    ]) {
      const { status, error } = await run(...args)
      expect([args, status, error]).toEqual([args, 1, expect.stringContaining('was deleted')])
    }
    const projects = (await run('project', 'list')).lines
    const deleted_at = expect.stringMatching(/^\d{4}-/) as string
    expect(projects[0]).toMatchObject({ project: service.project, active: false, deleted_at })
    expect(projects[1]).not.toHaveProperty('deleted_at')
    expect((await run('project', 'create', 'Test')).status).toBe(0)
  })

  it('project delete can be repeated to finish after an interruption', async () => {
    const lateLink = sampleLink({ path: 'made-late', project: service.project, title })
    await store.insertLink(lateLink)
    expect((await run('project', 'delete', service.project, '--yes')).lines).toMatchObject([{ links: 1 }])
    expect(await store.findLink('made-late')).toMatchObject({ title: '', active: false })
    expect((await run('project', 'delete', service.project, '--yes')).lines).toMatchObject([
      { keys_ended: 0, links: 0, visit_rows: 0 },
    ])
    const entries = (await run('audit')).lines.filter(({ act }) => act === 'project delete')
    expect(entries).toHaveLength(3)
  })

  it('project delete deletes all visits and the history of its links, also if they have more rows than a statement deletes', async () => {
    const { project } = await createProject(store, 'Busy')
    const { project: otherProject } = await createProject(store, 'Calm')
    const links = Array.from({ length: 40 }, (_, index) =>
      sampleLink({ project: index % 2 === 0 ? project : otherProject }),
    )
    await Promise.all(links.map((busyLink) => store.insertLink(busyLink)))
    const [visited, referred, changed] = [0, 1, 2].map((start) =>
      links.slice(start * 12, start * 12 + 12).map(({ id }) => id),
    ) as [number[], number[], number[]]
    const days = Array.from({ length: 150 }, (_, day) => day * 24)
    await store.visits.put(
      visited.flatMap((link) =>
        days.map((start) => ({ link, span: 24 as const, start, counts: countNames.map(() => 1) })),
      ),
    )
    await store.visits.putReferrers(
      referred.map((link) => ({ link, start: 0, host: 'a.example', visits: 1 })),
    )
    const change = { at: 1, project, environment: 'production', keyName: null, fields: '{}' } as const
    await store.changes.put(changed.map((link) => ({ ...change, link, idempotency: null })))
    const found = await store.findProject(project)
    const result = found && (await deleteProject(store, found))
    expect(result).toMatchObject({ links: 20, visit_rows: 6 * days.length + 6, changes: 6 })
    expect((await store.visits.find(visited, 24, 0, 150 * 24)).length).toBe(6 * days.length)
  })

  it('project delete also deletes visits that services count meanwhile', async () => {
    const { project, key } = await createProject(store, 'Visited')
    const visitedPath = await createClient(service.origin, key).create(link)
    const found = await store.findProject(project)
    const end = new AbortController()
    const visiting = (async () => {
      while (!end.signal.aborted) {
        await service.visit(visitedPath, agents.iphone)
        await pause(20)
      }
    })()
    if (found) await deleteProject(store, found)
    // The service writes visits every second.
    await pause(2_500)
    end.abort()
    await visiting
    expect(await visits(visitedPath)).toBe(0)
  })

  it('project delete is included in a copy, and a copy does not undo it', async () => {
    const target = `sqlite://${join(folder, 'copy.sqlite')}`
    expect((await run('copy', '--from', url, '--to', target)).lines).toMatchObject([{ equal: true }])
    const copiedProjects = (await runAdminInProcess({ DATABASE_URL: target }, 'project', 'list')).lines
    expect(copiedProjects[0]).toHaveProperty('deleted_at')
    await runAdminInProcess({ DATABASE_URL: target }, 'project', 'delete', other.project, '--yes')
    expect(await run('copy', '--from', url, '--to', target)).toMatchObject({
      status: 1,
      error: expect.stringContaining(
        `The project ${other.project} was deleted in the target database`,
      ) as string,
    })
  })

  it.runIf(engine === 'SQLite')(
    'project delete leaves nothing of its links in the file, also of earlier states',
    async () => {
      const client = createClient(service.origin, other.key)
      for (const patch of [
        { data: JSON.stringify({ text: 'Osprey'.repeat(5_000) }) },
        { title: '', data: '{}' },
      ]) {
        const etag = (await client.ask(`/link/${other.path}`)).headers.get('etag') ?? ''
        const init = { method: 'PATCH', headers: { 'If-Match': etag }, body: JSON.stringify(patch) }
        expect((await client.ask(`/link/${other.path}`, init)).status).toBe(200)
      }
      expect((await run('project', 'delete', other.project, '--yes')).lines).toMatchObject([{ links: 1 }])
      await stopService()
      const setting = readDatabaseUrl('url', url)
      const bytes = setting.engine === 'sqlite' ? readFileSync(setting.file, 'latin1') : title
      for (const content of ['Kestrel', 'Osprey', 'example.com/kestrel']) expect(bytes).not.toContain(content)
      expect(bytes).toContain(path)
    },
  )
})
