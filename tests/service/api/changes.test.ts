import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  changeResponse,
  historiesResponse,
  historyResponse,
} from '../../../contract/service/link/linkChanges.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { createProject, issueKey } from '../../../service/keys/issue.ts'
import { idempotencyMs } from '../../../service/links/create.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { setTerms } from '../setTerms.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { Headers, TestService } from '../testService.ts'
import { runInterleavings } from './interleavings.ts'
import { setLinkActive } from '../setLinkActive.ts'

describe.each(engines)('extension: changes, on $name', ({ missing, start }) => {
  let databases: Databases | undefined
  let service: TestService
  beforeAll(async () => {
    if (missing !== null) return
    databases = await start()
    const store = await openStore(readDatabaseUrl('url', await databases.create()))
    service = await startTestService({ store, linkOrigin: 'https://links.example.com' })
  })
  afterAll(async () => {
    if (missing === null) await service.stop()
    await databases?.remove()
  })
  const test = it.skipIf(missing !== null)

  const readEtag = async (path: string) => (await service.ask(`/link/${path}`)).headers.get('etag') ?? ''
  const patch = (path: string, body: unknown, headers: Headers = {}) =>
    service.ask(`/link/${path}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  /** Changes a link in its current state, and returns the response. */
  async function change(path: string, body: unknown, headers: Headers = {}) {
    const response = await patch(path, body, { 'If-Match': await readEtag(path), ...headers })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.any(String)])
    return changeResponse.parse(JSON.parse(text))
  }
  async function history(path: string, query = '') {
    const response = await service.ask(`/link/${path}/history${query}`)
    expect(response.status).toBe(200)
    return historyResponse.parse(await response.json())
  }
  const everything = {
    title: 'Before',
    data: '{"big":12345678901234567890}',
    tags: '["a","b"]',
    ios_custom_redirect: { url: 'https://ios.example.com/', open_app_if_installed: false },
    desktop_custom_redirect: { url: 'https://example.com/old' },
    show_preview_ios: true,
    tracking_source: 'mail',
  }

  test('a change affects only the fields in the patch, and later lookups show it', async () => {
    const path = await service.create(everything)
    const before = await service.lookup(path)
    const { link, change: entry } = await change(path, {
      title: 'After',
      data: '{"one":1.0}',
      desktop_custom_redirect: { url: 'https://example.com/new' },
      tracking_source: null,
    })
    const after = await service.lookup(path)
    expect({ ...after, active_until: null, pass_query: null }).toEqual(link)
    const { title, data, desktop_custom_redirect, tracking_source, updated_at, ...others } = after
    expect(before).toMatchObject(others)
    expect({ title, data, tracking_source }).toEqual({
      title: 'After',
      data: { one: 1 },
      tracking_source: null,
    })
    expect(desktop_custom_redirect).toMatchObject({ url: 'https://example.com/new' })
    expect(String(updated_at) > String(before['updated_at'])).toBe(true)
    expect(entry).toEqual({
      at: updated_at,
      by: 'default',
      fields: {
        title: { from: 'Before', to: 'After' },
        data: { from: everything.data, to: '{"one":1.0}' },
        desktop_custom_redirect: {
          from: { url: 'https://example.com/old' },
          to: { url: 'https://example.com/new' },
        },
        tracking_source: { from: 'mail', to: null },
      },
    })
    expect(await history(path)).toEqual({ history: [entry], next: null })
    const raw = await (await service.ask(`/link/${path}`)).text()
    expect(raw).toContain('"data":{"one":1.0}')
  })

  test('a change keeps a link’s creation time, id and address', async () => {
    const path = await service.create(everything)
    const created = async () => {
      const response = await service.ask(`/link/${path}?include=created_at,active_until`)
      return ((await response.json()) as { link: Record<string, unknown> }).link
    }
    const before = await created()
    await change(path, { active_until: '2999-01-01T00:00:00Z' })
    expect(await created()).toMatchObject({
      created_at: before['created_at'],
      id: before['id'],
      access_path: before['access_path'],
      active_until: '2999-01-01T00:00:00.000Z',
    })
  })

  test('a change never contradicts a path’s class', async () => {
    const { store, project } = service
    const before = {
      ...everything,
      ios_custom_redirect: { url: 'https://ios.example.com/', open_app_if_installed: true },
    }
    const plainPath = await service.create(before)
    const apps = { ios: ['ABCDE12345.com.example'], android: [] }
    await setTerms(store, project, {
      ...defaultTerms,
      apps: { production: apps, development: apps },
      setAt: Date.now(),
    })
    try {
      let path = ''
      await expect.poll(async () => (path = await service.create(before)).length).toBe(plainPath.length + 1)
      expect(path[0]).toBe('i')
      for (const body of [
        { ios_custom_redirect: { open_app_if_installed: false } },
        { ios_custom_redirect: null },
        { android_custom_redirect: { url: 'https://android.example.com/' } },
      ]) {
        const response = await patch(path, body, { 'If-Match': await readEtag(path) })
        const { status, code, fields } = await readError(response)
        expect([status, code, Object.keys(fields ?? {})]).toEqual([422, 'invalid_field', Object.keys(body)])
      }
      expect((await history(path)).history).toEqual([])
      const newRedirect = { url: 'https://ios.example.com/moved' }
      expect(
        (await change(path, { ios_custom_redirect: newRedirect })).link.ios_custom_redirect,
      ).toMatchObject(newRedirect)
      // A path without a class allows any change.
      await change(plainPath, { ios_custom_redirect: { open_app_if_installed: false } })
    } finally {
      await setTerms(store, project, { ...defaultTerms, setAt: Date.now() })
      await expect.poll(async () => (await service.create(before)).length).toBe(plainPath.length)
    }
  })

  test('a change merges redirects as in RFC 7396', async () => {
    const path = await service.create(everything)
    const { link } = await change(path, { ios_custom_redirect: { url: 'https://ios.example.com/2' } })
    expect(link.ios_custom_redirect).toEqual({
      url: 'https://ios.example.com/2',
      open_app_if_installed: false,
    })
    expect((await change(path, { ios_custom_redirect: { open_app_if_installed: null } })).link).toMatchObject(
      {
        ios_custom_redirect: { url: 'https://ios.example.com/2', open_app_if_installed: true },
      },
    )
    expect((await change(path, { ios_custom_redirect: null })).link.ios_custom_redirect).toEqual({})
    const headers = { 'If-Match': await readEtag(path) }
    expect(await readError(await patch(path, { ios_custom_redirect: {} }, headers))).toMatchObject({
      status: 422,
      fields: { 'ios_custom_redirect.url': expect.any(String) as string },
    })
  })

  test('a change restores a link from the values in its history', async () => {
    const path = await service.create(everything)
    const before = await service.lookup(path)
    const { change: entry } = await change(path, {
      ...{ title: 'Other', data: '{}', tags: null, ios_custom_redirect: null, desktop_custom_redirect: null },
      ...{ show_preview_ios: false, tracking_source: 'other', active: false },
      active_until: '2999-01-01T00:00:00Z',
    })
    const oldValues = Object.fromEntries(
      Object.entries(entry?.fields ?? {}).map(([name, { from }]) => [name, from]),
    )
    await change(path, oldValues)
    const { updated_at, ...after } = await service.lookup(path)
    expect(before).toMatchObject(after)
    expect(String(updated_at) > String(before['updated_at'])).toBe(true)
  })

  test('a change without a difference changes and records nothing', async () => {
    const path = await service.create(everything)
    const tag = await readEtag(path)
    const sameValues = {
      ...everything,
      ios_custom_redirect: { open_app_if_installed: false },
      tracking_medium: null,
    }
    expect((await change(path, sameValues)).change).toBeNull()
    expect((await change(path, {})).change).toBeNull()
    expect(await readEtag(path)).toBe(tag)
    expect(await history(path)).toEqual({ history: [], next: null })
  })

  test('a change requires the ETag of the current state', async () => {
    const path = await service.create(everything)
    const tag = await readEtag(path)
    for (const value of [undefined, '', '*']) {
      const response = await patch(path, { title: 'Lost' }, { 'If-Match': value })
      expect(await readError(response)).toMatchObject({ status: 428, code: 'precondition_required' })
    }
    for (const value of [tag.slice(1), tag.slice(1, -1), `${tag},`, `${tag} ${tag}`, 'W/']) {
      const response = await patch(path, { title: 'Lost' }, { 'If-Match': value })
      expect([value, await readError(response)]).toMatchObject([
        value,
        { status: 400, code: 'malformed_request' },
      ])
    }
    for (const value of ['"other"', `W/${tag}`, `"a", "b"`]) {
      const response = await patch(path, { title: 'Lost' }, { 'If-Match': value })
      expect(response.headers.get('etag')).toBe(tag)
      expect([value, await readError(response)]).toMatchObject([
        value,
        {
          status: 412,
          code: 'precondition_failed',
          stored: 'no',
          link: { title: 'Before', active_until: null },
        },
      ])
    }
    expect(await history(path)).toEqual({ history: [], next: null })
    expect((await patch(path, { title: 'After' }, { 'If-Match': `"other" , ${tag}` })).status).toBe(200)
  })

  test('a refused change reports all errors at once, like a create, and stores nothing', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path) }
    const response = await patch(
      path,
      {
        ...{
          title: 'x'.repeat(256),
          data: '[]',
          tags: '["',
          active: null,
          updated_at: '2026-01-01T00:00:00Z',
        },
        ios_custom_redirect: { url: 'javascript:alert(1)' },
        desktop_custom_redirect: { url: 'https://links.example.com/abc', open_app_if_installed: true },
      },
      headers,
    )
    const { status, code, fields } = await readError(response)
    expect([status, code]).toEqual([422, 'invalid_field'])
    expect(Object.keys(fields ?? {}).toSorted()).toEqual([
      'active',
      'data',
      'desktop_custom_redirect.open_app_if_installed',
      'desktop_custom_redirect.url',
      'ios_custom_redirect.url',
      'tags',
      'title',
      'updated_at',
    ])
    for (const [body, expected] of [
      ['{"title":"a","title":"b"}', 400],
      ['[]', 400],
      ['{"title":', 400],
      [`{"data":${JSON.stringify('x'.repeat(70_000))}}`, 413],
      ['{"__proto__":{"title":"x"}}', 422],
    ] as const) {
      expect((await patch(path, body, headers)).status).toBe(expected)
    }
    expect(await history(path)).toEqual({ history: [], next: null })
  })

  test('a change keeps control characters out of addresses, so that none can add a header', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path) }
    const attempts = ['\r\nSet-Cookie: a=b', '\n', '\r', '\t', '\0', '\u0085', '\u007f', ' '].map(
      (control) => `https://example.com/a${control}`,
    )
    for (const url of attempts) {
      for (const field of ['desktop_custom_redirect', 'ios_custom_redirect', 'android_custom_redirect']) {
        const response = await patch(path, { [field]: { url } }, headers)
        expect([url, response.status]).toEqual([url, 422])
      }
    }
    await change(path, { desktop_custom_redirect: { url: 'https://example.com/ü?a=%0d%0aSet-Cookie:a=b' } })
    const visit = await service.visit(path)
    expect(visit.status).toBe(302)
    expect(visit.headers.get('set-cookie')).toBeNull()
    expect(visit.headers.get('location')).toMatch(/^[\x21-\x7e]+$/)
  })

  test('a change finds only links of its own project and environment', async () => {
    const path = await service.create(everything)
    const tag = await readEtag(path)
    const other = createClient(service.origin, (await createProject(service.store, 'Other')).key)
    const headers = { 'If-Match': tag }
    const body = JSON.stringify({ title: 'Stolen' })
    const responses = [
      await other.ask(`/link/${path}`, { method: 'PATCH', headers, body }),
      await patch(path, body, { ...headers, ENVIRONMENT: 'development' }),
      await patch('unknown', body, headers),
      await other.ask(`/link/${path}/history`),
      await service.ask(`/link/${path}/history`, { headers: { ENVIRONMENT: 'development' } }),
    ]
    for (const response of responses) {
      expect(await readError(response)).toMatchObject({ status: 404, code: 'link_not_found' })
      expect(response.headers.get('etag')).toBeNull()
    }
    expect(await readEtag(path)).toBe(tag)
  })

  test('a repeated change whose answer was lost returns that answer and changes nothing', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path), 'Idempotency-Key': `lost-${path}` }
    const first = changeResponse.parse(await (await patch(path, { title: 'Once' }, headers)).json())
    await change(path, { subtitle: 'Someone else' })
    const tag = await readEtag(path)
    const second = await patch(path, { title: 'Once' }, headers)
    expect([second.status, second.headers.get('etag')]).toEqual([200, tag])
    const secondBody = changeResponse.parse(await second.json())
    expect(secondBody.change).toEqual(first.change)
    expect(secondBody.link).toMatchObject({ title: 'Once', subtitle: 'Someone else' })
    expect((await history(path)).history).toHaveLength(2)
    const otherPath = await service.create(everything)
    const responses = [
      await patch(path, { title: 'Twice' }, headers),
      await patch(otherPath, { title: 'Once' }, { ...headers, 'If-Match': await readEtag(otherPath) }),
    ]
    for (const response of responses) {
      expect(await readError(response)).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    }
  })

  test('the Idempotency-Key of a change is remembered for 24 hours, as that of a create', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path), 'Idempotency-Key': `daily-${path}` }
    const { change: first } = changeResponse.parse(
      await (await patch(path, { title: 'Once' }, headers)).json(),
    )
    const changedAt = Date.parse(first?.at ?? '')
    vi.useFakeTimers({ toFake: ['Date'], now: changedAt + idempotencyMs })
    try {
      const repeated = await patch(path, { title: 'Once' }, headers)
      expect(repeated.status).toBe(200)
      expect(changeResponse.parse(await repeated.json()).change).toEqual(first)
      vi.setSystemTime(changedAt + idempotencyMs + 1)
      expect((await patch(path, { title: 'Once' }, headers)).status).toBe(412)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a project with a daily limit of changes gets 429 after it, but repeated changes their first answer', async () => {
    const path = await service.create(everything)
    const { project, key } = await createProject(service.store, 'Limited')
    const headers = { 'PROJECT-KEY': key }
    // Before the first use of the key, because the limits of a key in use apply a second later.
    await setTerms(service.store, project, { ...defaultTerms, changesPerDay: 2, setAt: 1 })
    const ownPath = await service.create(everything, headers)
    const ask = async (title: string, more: Headers = {}) => {
      const etag = (await service.ask(`/link/${ownPath}`, { headers })).headers.get('etag') ?? ''
      return await patch(ownPath, { title }, { ...headers, 'If-Match': etag, ...more })
    }
    const once = { 'Idempotency-Key': 'once' }
    const first = await ask('One', once)
    // None of these changes anything, so none of them counts.
    expect((await ask('One')).status).toBe(200)
    expect((await ask('x'.repeat(300))).status).toBe(422)
    expect((await ask('Late', { 'If-Match': '"0"' })).status).toBe(412)
    expect((await ask('Two')).status).toBe(200)
    const refused = await ask('Three')
    const waitSeconds = Number(refused.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(86_400)
    expect(await readError(refused)).toMatchObject({
      ...{ status: 429, code: 'rate_limited', stored: 'no' },
      error: expect.stringContaining('reached its daily limit of changes') as string,
    })
    const repeated = await ask('One', once)
    expect([first.status, repeated.status]).toEqual([200, 200])
    const [{ change: original }, { change: again }] = [await first.json(), await repeated.json()].map(
      (body) => changeResponse.parse(body),
    ) as [ReturnType<typeof changeResponse.parse>, ReturnType<typeof changeResponse.parse>]
    expect(again).toEqual(original)
    // Creates and other projects have limits of their own.
    await service.create({}, headers)
    await change(path, { title: 'Elsewhere' })
  })

  test('a change sent many times at once is applied once', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path), 'Idempotency-Key': `many-${path}` }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => patch(path, { title: 'Once' }, headers)),
    )
    const bodies = await Promise.all(
      responses.map(async (response) => changeResponse.parse(await response.json())),
    )
    expect(new Set(bodies.map(({ change: entry }) => entry?.at)).size).toBe(1)
    expect((await history(path)).history).toHaveLength(1)
  })

  test('a repeated change that overtakes the first one returns the link as changed', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path), 'Idempotency-Key': `overtakes-${path}` }
    const { changes } = service.store
    const findRepeated = changes.findRepeated.bind(changes)
    const spy = vi.spyOn(changes, 'findRepeated').mockImplementationOnce(async (...params) => {
      // The first request is applied after the repeated one has read the link.
      await patch(path, { title: 'Once' }, headers)
      return await findRepeated(...params)
    })
    const response = await patch(path, { title: 'Once' }, headers)
    spy.mockRestore()
    expect([response.status, response.headers.get('etag')]).toEqual([200, await readEtag(path)])
    expect(changeResponse.parse(await response.json()).link).toMatchObject({ title: 'Once' })
    expect((await history(path)).history).toHaveLength(1)
  })

  test('a change switches a link off and on immediately in this process, and lookups show it', async () => {
    const path = await service.create({ desktop_custom_redirect: { url: 'https://example.com/' } })
    expect((await service.visit(path)).status).toBe(302)
    expect((await change(path, { active: false })).link.active).toBe(false)
    expect(await service.lookup(path)).toMatchObject({ active: false })
    await expect.poll(async () => (await service.visit(path)).status).toBe(410)
    await change(path, { active: true })
    await expect.poll(async () => (await service.visit(path)).status).toBe(302)
  })

  test('a change ends a link at its active_until, even for visitors with a cached link', async () => {
    const path = await service.create({ desktop_custom_redirect: { url: 'https://example.com/' } })
    const end = new Date(Date.now() + 1_500).toISOString()
    await change(path, { active_until: end })
    for (let visits = 0; visits < 3; visits++) {
      const { status } = await service.visit(path)
      // A slow machine may already have reached the end.
      if (Date.now() < Date.parse(end)) expect(status).toBe(302)
    }
    await expect.poll(async () => (await service.visit(path)).status).toBe(410)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end))
    expect(await service.lookup(path)).toMatchObject({ active: false })
    const headers = { 'If-Match': await readEtag(path) }
    expect(await readError(await patch(path, { active: true }, headers))).toMatchObject({
      status: 422,
      fields: { active: expect.stringContaining('The active_until of the link has passed') as string },
    })
    expect((await change(path, { active: true, active_until: null })).link.active).toBe(true)
    await expect.poll(async () => (await service.visit(path)).status).toBe(302)
  })

  test('a change accepts active_until in every spelling of RFC 3339, and refuses all others', async () => {
    const path = await service.create(everything)
    for (const [text, stored] of [
      ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'],
      ['2999-12-31t23:59:59z', '2999-12-31T23:59:59.000Z'],
      ['2999-12-31 23:59:59.5Z', '2999-12-31T23:59:59.500Z'],
      ['2999-12-31T23:59:59.123456789+05:30', '2999-12-31T18:29:59.123Z'],
      ['2999-12-31T23:59:59-23:59', '3000-01-01T23:58:59.000Z'],
      ['2999-12-31T23:59:59-00:00', '2999-12-31T23:59:59.000Z'],
      ['2996-02-29T00:00:00Z', '2996-02-29T00:00:00.000Z'],
    ] as const) {
      expect([text, (await change(path, { active_until: text })).link.active_until]).toEqual([text, stored])
    }
    const headers = { 'If-Match': await readEtag(path) }
    for (const text of [
      ...['', 'tomorrow', '2999-12-31', '2999-12-31T23:59:59', '2999-12-31T23:59Z', '20991231T235959Z'],
      ...['2999-02-30T00:00:00Z', '2997-02-29T00:00:00Z', '2999-13-01T00:00:00Z', '2999-12-31T24:00:00Z'],
      ...[
        '2999-12-31T23:60:00Z',
        '2999-12-31T23:59:60Z',
        '2999-12-31T23:59:59+24:00',
        '2999-12-31T23:59:59+01',
      ],
      ...[
        '2999-12-31T23:59:59 Z',
        ' 2999-12-31T23:59:59Z',
        '2999-12-31T23:59:59Z\n',
        '-2999-12-31T23:59:59Z',
      ],
      ...[
        '+002999-12-31T23:59:59Z',
        '9999-12-31T23:59:59-00:01',
        '1969-12-31T23:59:59Z',
        '２999-12-31T23:59:59Z',
      ],
      ...['2999-12-31T23:59:59.Z', `2999-12-31T23:59:59.${'1'.repeat(1_000)}Z`, '2999-W53-5T00:00:00Z'],
      ...[4_102_444_800_000, true, [], {}],
    ]) {
      const response = await patch(path, { active_until: text }, headers)
      expect([text, response.status]).toEqual([text, 422])
    }
    expect((await change(path, { active_until: null })).link.active_until).toBeNull()
  })

  test('the history is paged, newest first', async () => {
    const path = await service.create(everything)
    const titles = Array.from({ length: 23 }, (_, index) => `Title ${index}`)
    for (const title of titles) await change(path, { title })
    const entries: HistoryEntry[] = []
    let next: string | null = null
    do {
      const page = await history(path, `?limit=7${next === null ? '' : `&before=${next}`}`)
      expect(page.history.length).toBeLessThanOrEqual(7)
      entries.push(...page.history)
      next = page.next
    } while (next !== null)
    expect(entries.map(({ fields }) => fields['title']?.to)).toEqual(titles.toReversed())
    for (const query of ['?limit=0', '?limit=201', '?limit=1e2', '?before=yesterday', '?limit=1&limit=2']) {
      expect([query, (await service.ask(`/link/${path}/history${query}`)).status]).toEqual([query, 422])
    }
  })

  test('a history page that would be too long ends early, and the next page continues there', async () => {
    const path = await service.create({})
    for (let number = 0; number < 20; number++) {
      await change(path, { data: JSON.stringify({ number, filling: '\n'.repeat(15_000) }) })
    }
    const first = await history(path)
    expect(first.history.length).toBeLessThan(20)
    expect(first.next).not.toBeNull()
    const second = await history(path, `?before=${first.next}`)
    expect([first.history.length + second.history.length, second.next]).toEqual([20, null])
  })

  test('a change requires a key with full rights and a project that allows changes', async () => {
    const path = await service.create(everything)
    const headers = { 'If-Match': await readEtag(path) }
    for (const scope of ['read-only', 'create-only'] as const) {
      const key = await issueKey(service.store, service.project, { name: scope, environment: null, scope })
      const response = await patch(path, { title: 'No' }, { ...headers, 'PROJECT-KEY': key })
      expect(await readError(response)).toMatchObject({ status: 403, code: 'key_scope' })
      const read = await service.ask(`/link/${path}/history`, { headers: { 'PROJECT-KEY': key } })
      expect(read.status).toBe(scope === 'read-only' ? 200 : 403)
    }
    await service.store.setProjectChanges(service.project, true)
    try {
      await expect.poll(async () => (await patch(path, {}, headers)).status).toBe(403)
      expect(await readError(await patch(path, { title: 'No' }, headers))).toMatchObject({
        code: 'changes_off',
      })
      expect((await service.lookup(path))['title']).toBe('Before')
    } finally {
      await service.store.setProjectChanges(service.project, false)
    }
    await expect.poll(async () => (await patch(path, {}, headers)).status).toBe(200)
  })

  test('the history of many links has their changes since a time, and omits unknown and foreign links', async () => {
    const [path, unchangedPath] = [await service.create({ title: 'a' }), await service.create({ title: 'b' })]
    const busyPath = await service.create({ title: '0' })
    await change(path, { title: 'b' })
    const [{ at } = { at: '' }] = (await history(path)).history
    await change(path, { title: 'c' })
    for (let number = 1; number <= 50; number++) await change(busyPath, { title: String(number) })
    const { key } = await createProject(service.store, 'Another')
    const ask = async (body: object, headers = {}) =>
      await service.ask('/links/history', { method: 'POST', headers, body: JSON.stringify(body) })
    const paths = [path, unchangedPath, busyPath, 'nowhere', path]
    const full = historiesResponse.parse(await (await ask({ paths: [busyPath], since: at })).json())
    expect([full.history[busyPath]?.length, full.remaining]).toEqual([50, []])
    await change(busyPath, { title: '51' })
    const answer = historiesResponse.parse(await (await ask({ paths, since: at })).json())
    expect(answer).toEqual({
      history: { [path]: (await history(path)).history.slice(0, 1), [unchangedPath]: [] },
      remaining: [busyPath],
    })
    for (const headers of [{ 'PROJECT-KEY': key }, { ENVIRONMENT: 'development' }])
      expect(await (await ask({ paths, since: at }, headers)).json()).toEqual({ history: {}, remaining: [] })
    for (const body of [{ paths }, { paths, since: 'Monday' }, { paths: [], since: at }])
      expect((await ask(body)).status).toBe(422)
  })

  describe('with long histories', () => {
    /** Creates a link with changes of 26 KB each, of which about 40 fit into an answer. */
    const createChanged = async (count: number) => {
      const path = await service.create({ title: 'Large' })
      const { id = 0 } = (await service.store.findLink(path)) ?? {}
      const owner = { project: service.project, environment: 'production', keyName: null } as const
      const fields = JSON.stringify({ data: { from: null, to: 'x'.repeat(26_000) } })
      const entries = Array.from({ length: count }, (_, at) => ({ link: id, at: at + 1, ...owner, fields }))
      await service.store.changes.put(entries.map((entry) => ({ ...entry, idempotency: null })))
      return { path, id }
    }
    /** Resolves with the answer and the number of changes that were read of each link. */
    const readHistories = async (paths: string[]) => {
      const { changes } = service.store
      const list = vi.spyOn(changes, 'list')
      const body = JSON.stringify({ paths, since: new Date(0).toISOString() })
      const response = await service.ask('/links/history', { method: 'POST', body })
      const pages = await Promise.all(list.mock.results.map(({ value }) => value as Promise<unknown[]>))
      const reads = list.mock.calls.map(([link], index) => ({ link, count: pages[index]?.length ?? 0 }))
      list.mockRestore()
      return { answer: historiesResponse.parse(await response.json()), reads }
    }

    test('the history of many links reads no more of a link’s changes than fit into the answer', async () => {
      const [fitting, busy] = [await createChanged(40), await createChanged(50)]
      const unchangedPath = await service.create({ title: 'Unchanged' })
      const unknownPaths = Array.from({ length: 24 }, (_, index) => `unknown${index}`)
      const paths = [fitting.path, ...unknownPaths, busy.path, unchangedPath]
      const { answer, reads } = await readHistories(paths)
      expect(answer.history[fitting.path]).toHaveLength(40)
      expect([answer.history[unchangedPath], answer.remaining]).toEqual([[], [busy.path]])
      expect(reads.filter(({ link }) => link === busy.id)).toEqual([{ link: busy.id, count: 1 }])
    })

    test('the history of many links that all changed a lot reads at most one page that does not fit of each', async () => {
      const links = []
      for (let number = 0; number < 25; number++) links.push(await createChanged(30))
      const paths = links.map(({ path }) => path)
      const { answer, reads } = await readHistories(paths)
      expect(Object.keys(answer.history)).toEqual(paths.slice(0, 1))
      expect(answer.history[paths[0] ?? '']).toHaveLength(30)
      expect(answer.remaining).toEqual(paths.slice(1))
      expect(reads.reduce((sum, { count }) => sum + count, 0)).toBe(30 + 24 * (1 + 10))
    })
  })

  test('the history has the name of the key, and null for the operator', async () => {
    const path = await service.create(everything)
    const key = await issueKey(service.store, service.project, {
      name: 'anna',
      environment: null,
      scope: 'full',
    })
    await change(path, { title: 'By Anna' }, { 'PROJECT-KEY': key })
    await setLinkActive(service.store, path, false)
    expect((await history(path)).history).toMatchObject([
      { by: null, fields: { active: { from: true, to: false } } },
      { by: 'anna', fields: { title: { from: 'Before', to: 'By Anna' } } },
    ])
  })

  test('a change accepts no other type of patch, and metrics count changes', async () => {
    const path = await service.create(everything)
    const type = { 'If-Match': await readEtag(path), 'Content-Type': 'application/json-patch+json' }
    const response = await patch(path, {}, type)
    expect(response.headers.get('accept-patch')).toBe('application/merge-patch+json, application/json')
    expect(await readError(response)).toMatchObject({ status: 415 })
    await change(path, { title: 'Counted' }, { 'Content-Type': 'application/json; charset=utf-8' })
    const metrics = await (await fetch(`${service.origin}/metrics`)).text()
    for (const outcome of ['changed', 'repeated', 'unchanged', 'conflict']) {
      expect(metrics).toMatch(new RegExp(`linkwright_link_changes_total\\{outcome="${outcome}"\\} [1-9]`))
    }
    expect(metrics).toContain(
      'linkwright_request_duration_seconds_count{method="PATCH",route="/api/v1/sdk/link/:link_path"',
    )
  })

  test('a batch lookup returns the ETag and the end time on request', async () => {
    const path = await service.create(everything)
    const body = JSON.stringify({ paths: [path], include: ['active_until', 'etag'] })
    const response = await service.ask('/links/lookup', { method: 'POST', body })
    const { links } = (await response.json()) as { links: Record<string, Record<string, unknown>> }
    expect(links[path]).toMatchObject({ active_until: null, etag: await readEtag(path) })
  })

  test('history entries can’t be changed, and are deleted only with their project', async () => {
    const path = await service.create(everything)
    await change(path, { title: 'Kept' })
    const link = await service.store.findLink(path)
    await expect(service.store.changes.forget([link?.id ?? 0])).rejects.toThrow(
      'link_changes is only added to',
    )
    expect((await history(path)).history).toHaveLength(1)
  })

  test('concurrent changes are never lost, in any order of reads and writes', async () => {
    await runInterleavings(service, 60)
  })
})
