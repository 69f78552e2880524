import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyScopes } from '../../../contract/service/keys/keyScope.ts'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { createProject, defaultKey, issueKey } from '../../../service/keys/issue.ts'
import { newProjectKey } from '../../../service/projectKey.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { runAdminInProcess } from '../admin/admin.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { Headers, TestService } from '../testService.ts'

const file = (source: string) => ({
  profile: 'Shop',
  rules: { source: { values: [source], lowerCase: true } },
  presets: [{ name: 'Spring', form: { tracking_source: source } }],
})
const head = '"format": "linkwright-rules", "version": 1'

describe.each(engines)('the rules of a project in $name', ({ missing, start }) => {
  if (missing !== null) {
    it.skip(`the rules of a project are not tested: ${missing}`)
    return
  }
  let databases: Databases
  let folder: string
  let url: string
  let store: Store
  let service: TestService
  let project: string
  let key: string
  beforeAll(async () => {
    databases = await start()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-rules-'))
    url = await databases.create()
    store = await openStore(readDatabaseUrl('url', url))
    service = await startTestService({ store })
  })
  afterAll(async () => {
    await service.stop()
    await databases.remove()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => void ({ project, key } = await createProject(store, 'Shop')))

  const admin = (...args: string[]) => runAdminInProcess({ DATABASE_URL: url }, ...args)
  const ask = (headers: Headers = {}, projectKey = key) =>
    createClient(service.origin, projectKey).ask('/rules', { headers })
  const save = (text: string | Uint8Array, name = 'rules.json') => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const setRules = (source: string) =>
    admin('rules', 'set', project, save(JSON.stringify({ ...JSON.parse(`{${head}}`), ...file(source) })))
  const expectedText = (source: string) => writeSharedFile(file(source) as never)

  it('the rules of a project are those set by the operator, for keys of each scope and both environments', async () => {
    const { lines, status } = await setRules('newsletter')
    expect(status).toBe(0)
    const text = await (await ask()).text()
    expect(lines).toMatchObject([
      { project, bytes: Buffer.byteLength(text), fields: 1, presets: 1, views: 0 },
    ])
    expect(JSON.parse(text)).toMatchObject({ rules: { source: { values: ['newsletter'] } } })
    expect((await admin('rules', 'show', project)).text).toBe(text)
    for (const scope of keyScopes) {
      const scoped = await issueKey(store, project, { ...defaultKey, name: scope, scope })
      for (const ENVIRONMENT of ['production', 'development']) {
        expect(await (await ask({ ENVIRONMENT }, scoped)).text()).toBe(text)
      }
    }
  })

  it('the rules of a project are sent again only after they have changed', async () => {
    await setRules('newsletter')
    const first = await ask()
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(Date.parse(first.headers.get('last-modified') ?? '')).toBeGreaterThan(0)
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await ask({ 'If-None-Match': condition })
      expect([condition, response.status, await response.text(), response.headers.get('etag')]).toEqual([
        condition,
        304,
        '',
        etag,
      ])
    }
    for (const condition of ['"other"', etag.slice(1, -1), ',']) {
      expect((await ask({ 'If-None-Match': condition })).status).toBe(200)
    }
    await setRules('twitter')
    const latest = await ask({ 'If-None-Match': etag })
    expect([latest.status, await latest.text()]).toEqual([200, expectedText('twitter')])
    expect(latest.headers.get('etag')).not.toBe(etag)
  })

  it('the rules of a project are empty before any are set and after they are removed', async () => {
    const before = await ask()
    expect([before.status, await before.text()]).toEqual([204, ''])
    for (const words of ['show', 'remove']) {
      expect((await admin('rules', words, project)).error).toContain(`The project ${project} has no rules.`)
    }
    await setRules('newsletter')
    const etag = (await ask()).headers.get('etag') ?? ''
    expect((await admin('rules', 'remove', project)).lines).toEqual([{ project, removed: true }])
    expect((await ask({ 'If-None-Match': etag })).status).toBe(204)
    await setRules('newsletter')
    expect((await ask({ 'If-None-Match': etag })).status).toBe(200)
  })

  it('the rules of a project never reach another project, or anyone without a key', async () => {
    await setRules('newsletter')
    const other = await createProject(store, 'Other')
    expect((await ask({}, other.key)).status).toBe(204)
    expect(await readError(await ask({}, newProjectKey()))).toMatchObject({ code: 'invalid_project_key' })
    expect(await readError(await ask({ 'PROJECT-KEY': undefined }))).toMatchObject({
      code: 'missing_project_key',
    })
    const response = await createClient(service.origin, key).ask('/rules', { method: 'POST', body: '{}' })
    expect(await readError(response)).toMatchObject({ status: 405 })
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  it('requests for rules and for histories of many links are counted by route, and throttled per project', async () => {
    const limitedService = await startTestService({ rateLimit: 5 })
    const body = JSON.stringify({ paths: ['a'], since: '2020-01-01T00:00:00Z' })
    const requestBoth = () => [
      limitedService.ask('/rules'),
      limitedService.ask('/links/history', { method: 'POST', body }),
    ]
    const responses = await Promise.all(Array.from({ length: 20 }, requestBoth).flat())
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
    expect(statuses.filter((status) => ![200, 204, 429].includes(status))).toEqual([])
    const metrics = await (await fetch(`${limitedService.origin}/metrics`)).text()
    for (const route of ['rules', 'links/history'])
      expect(metrics).toMatch(
        new RegExp(`seconds_count\\{[^}]*route="/api/v1/sdk/${route}",status="429"\\} \\d`),
      )
    await limitedService.stop()
  })

  it('an If-None-Match of any form costs little and never hides rules that have changed', async () => {
    await setRules('newsletter')
    const tag = (await ask()).headers.get('etag') ?? ''
    for (const form of [tag, `W/${tag}`, '*', `${'"x",'.repeat(3_000)}${tag}`])
      expect((await ask({ 'If-None-Match': form })).status).toBe(304)
    for (const form of ['"'.repeat(8_000), ','.repeat(12_000), 'x', tag.replaceAll('"', '')])
      expect((await ask({ 'If-None-Match': form })).status).toBe(200)
  })

  it('the rules of a project can be as large as 256 KiB', async () => {
    const form = (length: number) => ({ note: 'x'.repeat(length) })
    const text = (length: number) => writeSharedFile({ presets: [{ name: 'Large', form: form(length) }] })
    const maxLength = 256 * 1_024 - Buffer.byteLength(text(0))
    expect((await admin('rules', 'set', project, save(text(maxLength)))).status).toBe(0)
    expect(await (await ask()).text()).toBe(text(maxLength))
    const { status, error } = await admin('rules', 'set', project, save(text(maxLength + 1)))
    expect([status, error]).toEqual([1, expect.stringContaining('is larger than 256 KiB')])
  })

  it.each<[string, string | Uint8Array, RegExp[]]>([
    ['nothing', '', [/The file is empty/]],
    ['text that is not JSON', `{\n  ${head},\n}`, [/line 3, column 1/]],
    ['another format', '{"format":"other"}', [/format: .*line 1, column/]],
    ['a newer version', '{"format":"linkwright-rules","version":2}', [/version: .*newer/]],
    [
      'several wrong fields',
      `{ ${head},\n"rules": { "source": { "maxLength": 0 },\n"colour": {} } }`,
      [/rules\.source\.maxLength: .*line 2/, /rules\.colour: .*line 3/],
    ],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff), [/is not UTF-8/]],
    ['a key', `{ ${head}, "profile": "${newProjectKey()}" }`, [/seems to contain a project key/]],
  ])('the rules of a project are not replaced by a file with %s', async (_what, text, errors) => {
    await setRules('newsletter')
    const acts = (await admin('audit')).lines.length
    const { status, error } = await admin('rules', 'set', project, save(text, 'wrong.json'))
    expect(status).toBe(1)
    for (const pattern of errors) expect(error).toMatch(pattern)
    expect(error).not.toMatch(/lwk_\w/)
    expect(await (await ask()).text()).toBe(expectedText('newsletter'))
    expect((await admin('audit')).lines.length).toBe(acts)
  })

  it('the rules of a project are set only from a file, and only for an existing project', async () => {
    await setRules('newsletter')
    mkdirSync(join(folder, 'folder.json'), { recursive: true })
    const wrong = { 'missing.json': /cannot be read \(ENOENT\)/, 'folder.json': /is not a file/ }
    for (const [name, error] of Object.entries(wrong)) {
      expect((await admin('rules', 'set', project, join(folder, name))).error).toMatch(error)
    }
    expect((await admin('rules', 'set', 'prj_nothere', save(expectedText('x')))).error).toContain(
      'prj_nothere',
    )
    expect(await (await ask()).text()).toBe(expectedText('newsletter'))
  })

  it('the rules of a project are in the audit log with who set and removed them', async () => {
    await setRules('newsletter')
    const { text } = await admin('rules', 'show', project)
    await admin('rules', 'remove', project)
    const entries = (await admin('audit')).lines.filter(
      ({ what }) => (what as { project?: string }).project === project,
    )
    const bytes = Buffer.byteLength(text)
    expect(entries).toMatchObject([
      {
        act: 'rules set',
        who: expect.any(String) as string,
        what: { file: join(folder, 'rules.json'), bytes },
      },
      { act: 'rules remove', what: { project } },
    ])
    expect(JSON.stringify(entries)).not.toContain('newsletter')
  })

  it('the rules of a project are in its export, and are deleted with it', async () => {
    await setRules('newsletter')
    const exported = join(folder, `${project}.jsonl`)
    await admin('project', 'export', project, exported)
    expect(readFileSync(exported, 'utf8')).toContain('"kind":"rules"')
    expect((await admin('project', 'delete', project, '--yes')).lines).toMatchObject([
      { project, rules: true },
    ])
    expect(await store.rules.find(project)).toMatchObject({ content: null })
    expect((await admin('project', 'delete', project, '--yes')).lines).toMatchObject([
      { project, rules: false },
    ])
    expect((await admin('rules', 'set', project, save(expectedText('x')))).error).toContain('was deleted on')
  })

  it('the newest rules of a project are kept even if the clock was set back', async () => {
    const future = Date.now() + 3_600_000
    await store.rules.put({ project, content: expectedText('newsletter'), setAt: future })
    expect(await store.rules.put({ project, content: 'older', setAt: future - 1 })).toBe(false)
    expect(await store.rules.put({ project, content: 'as old', setAt: future })).toBe(false)
    expect((await setRules('twitter')).status).toBe(0)
    expect(await store.rules.find(project)).toEqual({
      project,
      content: expectedText('twitter'),
      setAt: future + 1,
    })
  })
})
