import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  foldPath,
  isOwnPath,
  ownPathError,
  reservedSegments,
} from '../../../contract/service/path/ownPath.ts'
import { buildApp } from '../../../service/app.ts'
import { ErrorLog } from '../../../service/http/errorLog.ts'
import { silentLog } from '../../../service/http/log.ts'
import { createProject, issueKey } from '../../../service/keys/issue.ts'
import { maxAssociationBytes } from '../../../contract/service/appLinks/fileJson.ts'
import { LinkHosts } from '../../../service/links/linkHosts.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { effort } from '../../effort.ts'
import { runAdminInProcess } from '../admin/admin.ts'
import { setTerms } from '../setTerms.ts'
import { createClient, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const shopUrl = 'https://shop.example/'
const target = { desktop_custom_redirect: { url: shopUrl } }

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const create = (path: unknown, rest: object = {}) => service.post({ ...target, path, ...rest })
const location = async (path: string) => (await service.visit(path)).headers.get('location')
/** Visits a path on another host, as a proxy passes it on. */
const locationOn = async (host: string, path: string) => {
  const response = await service.raw(`GET /${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return /^location: (.*)\r$/im.exec(response)?.[1] ?? null
}

async function errorOf(response: Response) {
  const { code, stored, fields } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, stored, fields }
}

/** Another project of the service, with link hosts of its own. */
async function addProject(...hosts: string[]) {
  const { project, key } = await createProject(service.store, 'Other')
  const origins = hosts.map((host) => `https://${host}`)
  await setTerms(service.store, project, {
    ...defaultTerms,
    domains: {
      production: { default: origins[0] ?? null, origins },
      development: { default: null, origins: [] },
    },
  })
  return createClient(service.origin, key)
}

describe('an own path', () => {
  it('is part of the link, opens it in any case and Unicode form, and is looked up the same way', async () => {
    const path = 'Frühling-2026'
    const response = await create(path.normalize('NFD'), { title: 'Spring' })
    expect(await response.json()).toEqual({ link: `${service.origin}/${encodeURIComponent(path)}` })
    for (const visited of [path, 'FRÜHLING-2026', 'fru\u0308hling-2026', `${path}/`, `${path}).`])
      expect([visited, await location(encodeURIComponent(visited))]).toEqual([visited, shopUrl])
    for (const asked of [path, 'frühling-2026'.normalize('NFD')])
      expect(await service.lookup(encodeURIComponent(asked))).toMatchObject({
        path,
        access_path: `${service.origin}/${encodeURIComponent(path)}`,
        title: 'Spring',
      })
  })

  it('is looked up, changed and counted like any other', async () => {
    await create('Changed')
    const many = await service.ask('/links/lookup', {
      method: 'POST',
      body: JSON.stringify({ paths: ['CHANGED', 'unknown'] }),
    })
    expect(await many.json()).toMatchObject({ links: { CHANGED: { path: 'Changed' } } })
    const { headers } = await service.ask('/link/changed')
    const patch = { desktop_custom_redirect: { url: 'https://new.example/' } }
    const changed = await service.ask('/link/CHANGED', {
      method: 'PATCH',
      body: JSON.stringify(patch),
      headers: { 'If-Match': headers.get('etag') ?? '' },
    })
    expect(changed.status).toBe(200)
    await expect.poll(() => location('changed')).toBe('https://new.example/')
    expect((await service.ask('/link/changed/history')).status).toBe(200)
    const renamed = await service.ask('/link/changed', {
      method: 'PATCH',
      body: '{"path":"other"}',
      headers: { 'If-Match': changed.headers.get('etag') ?? '' },
    })
    expect(await errorOf(renamed)).toMatchObject({
      status: 422,
      fields: { path: expect.any(String) as string },
    })
  })

  it('is unique, which reveals nothing about the link that has it', async () => {
    await create('Taken')
    const refusal = { status: 409, code: 'path_taken', stored: 'no', fields: undefined }
    expect(await errorOf(await create('taken'))).toEqual(refusal)
    const stranger = await addProject()
    expect(await errorOf(await stranger.post({ path: 'TAKEN' }))).toEqual(refusal)
    expect((await stranger.ask('/link/Taken')).status).toBe(404)
    // The link itself is one that others can't have either.
    const generated = await service.create(target)
    expect(await errorOf(await create(generated))).toEqual(refusal)
    expect((await create(generated.toLowerCase())).status).toBe(200)
    expect(await location(generated)).toBe(shopUrl)
  })

  it('stays taken after its link was erased', async () => {
    await create('Gone')
    const { store } = service
    const key = await store.ownPaths.find({ project: service.project, environment: 'production' }, 'gone')
    await store.changes.erase([key ?? ''], Date.now())
    expect(await errorOf(await create('gone'))).toMatchObject({ code: 'path_taken' })
    await expect.poll(async () => (await service.visit('gone')).status).toBe(410)
  })

  it('opens only on the host that it was made for', async () => {
    const project = await addProject('brand.example', 'second.example')
    expect(
      await project.create({ path: 'Only', desktop_custom_redirect: { url: 'https://b.example/' } }),
    ).toBe('Only')
    const on = (host: string, path = 'only') => locationOn(host, path)
    await expect.poll(() => on('brand.example')).toBe('https://b.example/')
    expect(await on('BRAND.example.')).toBe('https://b.example/')
    expect(await on('second.example')).toBeNull()
    expect(await location('only')).toBeNull()
    expect(await service.visit('brand.example/only')).toMatchObject({ status: 404 })
    expect(await service.visit('brand.example%2Fonly')).toMatchObject({ status: 404 })
    expect((await project.ask('/link/brand.example%2Fonly')).status).toBe(404)
    // The same path on the default host is another link.
    await create('only')
    expect(await location('Only')).toBe(shopUrl)
    expect(await on('brand.example', 'Only')).toBe('https://b.example/')
  })

  it('belongs to one environment, which can have the path of the other on another host only', async () => {
    await create('env')
    const inDevelopment = await service.post({ path: 'ENV' }, { ENVIRONMENT: 'development' })
    expect(await errorOf(inDevelopment)).toMatchObject({ code: 'path_taken' })
    expect((await service.ask('/link/env', { headers: { ENVIRONMENT: 'development' } })).status).toBe(404)
  })

  it('is created once by a repeated request, and not by another body', async () => {
    const headers = { 'Idempotency-Key': 'own-path' }
    const first = await (await service.post({ path: 'Once' }, headers)).text()
    expect(await (await service.post({ path: 'Once' }, headers)).text()).toBe(first)
    expect(await errorOf(await service.post({ path: 'once' }, headers))).toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await errorOf(await service.post({ path: 'Once' }))).toMatchObject({ code: 'path_taken' })
  })

  it('is announced, and described in OpenAPI', async () => {
    const response = await service.ask('/openapi.json')
    expect(response.headers.get('link-service')).toMatch(/; paths(;|$)/)
    const { paths } = (await response.json()) as { paths: Record<string, { post?: unknown }> }
    expect(paths['/api/v1/sdk/paths/check']?.post).toBeDefined()
    expect(JSON.stringify(paths['/api/v1/sdk/generate_link'])).toContain('"path":{')
  })
})

describe('own paths of a project with an app', () => {
  it('the operator chooses whether they open it, and the file lists those that look like others', async () => {
    const { project, key } = await createProject(service.store, 'With app')
    const admin = (...args: string[]) =>
      runAdminInProcess({ DATABASE_URL: `sqlite://${service.file}`, LINK_ORIGIN: service.origin }, ...args)
    const app = ['--environment', 'production', '--ios', 'ABCDE12345.com.example.app', '--own-paths', 'ios']
    expect(await admin('app', 'set', project, ...app)).toMatchObject({ status: 0 })
    const client = createClient(service.origin, key)
    const check = async () => {
      const response = await client.ask('/paths/check', { method: 'POST', body: '{"paths":["a"]}' })
      return ((await response.json()) as { opens_app: unknown }).opens_app
    }
    await expect.poll(check).toEqual({ ios: true, android: false })
    await client.create({ path: 'summer-sale' })
    await client.create({ path: 'autumn' })
    const readPaths = async () => {
      const file = await (await service.visit('.well-known/apple-app-site-association')).text()
      return [...file.matchAll(/"\/":"\/([^"]*)"/g)].map(([, path]) => path)
    }
    await expect.poll(readPaths).toEqual(expect.arrayContaining(['summer-sale', '?*']))
    expect(await readPaths()).not.toContain('autumn')
    const shown = await admin('link', 'show', `${service.origin}/SUMMER-sale`)
    expect(shown).toMatchObject({ status: 0, lines: [{ link: { path: 'summer-sale' } }] })
    expect(await admin('link', 'deactivate', 'Summer-Sale')).toMatchObject({ status: 0 })
    await expect.poll(async () => (await service.visit('summer-sale')).status).toBe(410)
  })
})

describe('a project with an app and many own paths that look like generated ones', () => {
  it('gets 422 with the reason when the file of its host would exceed 128 KB, but for no path of another length', async () => {
    const { project, key } = await createProject(service.store, 'Full')
    const host = 'full.example'
    await setTerms(service.store, project, {
      ...defaultTerms,
      domains: {
        production: { default: `https://${host}`, origins: [`https://${host}`] },
        development: { default: null, origins: [] },
      },
    })
    const admin = (...args: string[]) =>
      runAdminInProcess({ DATABASE_URL: `sqlite://${service.file}`, LINK_ORIGIN: service.origin }, ...args)
    const app = ['--environment', 'production', '--ios', 'ABCDE12345.com.example.app', '--own-paths', 'ios']
    expect(await admin('app', 'set', project, ...app)).toMatchObject({ status: 0 })
    const client = createClient(service.origin, key)
    // Eleven characters, each of nine bytes in the file.
    const path = (index: number) =>
      `${String(index)
        .padStart(4, '0')
        .replace(/\d/g, (digit) => '零一二三四五六七八九'.charAt(Number(digit)))}夏季特卖活动开`
    let last: Response | null = null
    let count = 0
    while (count < 3_000) {
      last = await client.post({ ...target, path: path(count) })
      if (last.status !== 200) break
      count++
    }
    expect(count).toBeGreaterThan(100)
    expect(await errorOf(last as Response)).toMatchObject({
      status: 422,
      stored: 'no',
      fields: { path: expect.stringContaining('no room for more paths of this length') as string },
    })
    for (const other of ['夏季', 'a-longer-path-than-generated-ones'])
      expect(await client.post({ ...target, path: other })).toMatchObject({ status: 200 })
    const file = await service.raw(
      `GET /.well-known/apple-app-site-association HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(Number(/^content-length: (\d+)/im.exec(file)?.[1])).toBeLessThanOrEqual(maxAssociationBytes)
    expect(decodeURIComponent(file)).toContain(path(count - 1))
  })
})

describe('refused paths', () => {
  it.each(
    [
      [
        '',
        '.',
        '..',
        'a.',
        'a/b',
        'a%2Fb',
        'a b',
        'a?b',
        'a#b',
        'a\\b',
        'a,b',
        '\u0301a',
        'a\u200bb',
        'a\u3164',
      ],
      [
        'a\u0000',
        '\ud800',
        'x'.repeat(256),
        '💡',
        'a@b',
        'http:',
        '..%2f..',
        '<script>',
        'a\u202eb',
        '½',
        '__PROTO__',
      ],
    ].flat(),
  )('%j is refused', async (path) => {
    expect(await errorOf(await create(path))).toMatchObject({
      status: 422,
      fields: { path: expect.any(String) as string },
    })
  })

  it('other types are refused', async () => {
    for (const path of [null, 1, ['a'], {}])
      expect(await errorOf(await create(path))).toMatchObject({ status: 422, code: 'invalid_field' })
  })

  it('the longest path works', async () => {
    const path = 'ΐ𐐀'.repeat(127)
    expect((await create(path)).status).toBe(200)
    expect(await location(encodeURIComponent(path))).toBe(shopUrl)
  })

  it('the first segments of all the service’s own addresses are refused', async () => {
    const app = buildApp({
      ...{
        store: service.store,
        log: silentLog,
        counter: null,
        retention: null,
        rateLimit: 0,
        wrongKeyLimit: 0,
      },
      errorLog: new ErrorLog(silentLog, () => service.store.check()),
      hosts: new LinkHosts(service.store.terms, () => service.origin),
    })
    await app.ready()
    const routes = app.printRoutes({ commonPrefix: false, includeHooks: false })
    const segments = new Set(
      [...routes.matchAll(/^[├└]── \/?([^\s/]*)/gm)].map(([, segment = '']) => segment),
    )
    expect(segments).toContain('health')
    segments.delete('*')
    segments.delete('')
    expect([...segments].filter((segment) => !reservedSegments.includes(segment))).toEqual([])
    for (const segment of segments) expect(ownPathError(segment.toUpperCase())).not.toBeNull()
  })
})

describe('the check of paths', () => {
  const check = async (paths: unknown, headers?: Record<string, string>) => {
    const response = await service.ask('/paths/check', {
      method: 'POST',
      body: JSON.stringify({ paths }),
      ...(headers && { headers }),
    })
    return { status: response.status, body: (await response.json()) as { paths: { state: string }[] } }
  }

  it('says which are free, taken or refused, in order', async () => {
    await create('Checked')
    const { body } = await check(['checked', 'unchecked', 'a/b', 'API'])
    expect(body).toMatchObject({ opens_app: null })
    expect(body.paths).toEqual([
      { path: 'checked', state: 'taken' },
      { path: 'unchecked', state: 'free' },
      { path: 'a/b', state: 'refused', reason: expect.any(String) as string },
      { path: 'API', state: 'refused', reason: expect.any(String) as string },
    ])
  })

  it('agrees with a create, for up to 1,000 paths', async () => {
    const paths = Array.from({ length: 1_000 }, (_, index) => `many-${index}`)
    await create('many-500')
    const { body } = await check(paths)
    expect(body.paths.map(({ state }) => state)).toEqual(
      paths.map((path) => (path === 'many-500' ? 'taken' : 'free')),
    )
    expect((await check([...paths, 'one-more'])).status).toBe(422)
    expect((await check([])).status).toBe(422)
  })

  it('is for full and create-only keys', async () => {
    const keys = await Promise.all(
      (['read-only', 'create-only'] as const).map((scope) =>
        issueKey(service.store, service.project, { name: scope, scope, environment: null }),
      ),
    )
    const statuses = await Promise.all(
      keys.map(async (key) => (await check(['a'], { 'PROJECT-KEY': key })).status),
    )
    expect(statuses).toEqual([403, 200])
  })
})

describe('the fold of paths', () => {
  it('is the same for all forms and cases of a path', () => {
    const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isOwnPath)
    fc.assert(
      fc.property(path, (text) => {
        const folded = foldPath(text)
        for (const form of [text.normalize('NFD'), text.toLowerCase(), text.toUpperCase(), folded])
          expect(foldPath(form)).toBe(folded)
      }),
      { numRuns: effort(2_000) },
    )
    expect(foldPath('ΟΔΟΣ')).toBe(foldPath('οδος'))
    for (const text of ['straße', 'STRAẞE']) expect(foldPath('STRASSE')).toBe(foldPath(text))
  })
})
