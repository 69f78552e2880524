import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listResponse } from '../../../contract/service/lookup/linkList.ts'
import { issueKey } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { Headers, TestService } from '../testService.ts'

type Page = ReturnType<typeof listResponse.parse>

describe('the list of links', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService()))
  afterEach(() => service.stop())

  const list = async (query = '', headers: Headers = {}): Promise<Page> => {
    const response = await service.ask(`/links${query}`, { headers })
    expect(response.status).toBe(200)
    return listResponse.parse(await response.json())
  }
  const error = async (query: string, headers: Headers = {}) =>
    await readError(await service.ask(`/links${query}`, { headers }))

  it('has each link as a lookup of many returns it, and who made and changed it', async () => {
    const path = await service.create({
      title: 'Sale',
      data: '{"n":12345678901234567890}',
      show_preview_android: true,
    })
    const { headers } = await service.ask(`/link/${path}`)
    const anna = await issueKey(service.store, service.project, {
      name: 'anna',
      environment: null,
      scope: 'full',
    })
    await createClient(service.origin, anna).ask(`/link/${path}`, {
      method: 'PATCH',
      headers: { 'If-Match': headers.get('etag') ?? '' },
      body: '{"active_until":"2999-01-01T00:00:00Z"}',
    })
    const body = JSON.stringify({ paths: [path], include: ['active_until'] })
    const many = await service.ask('/links/lookup', { method: 'POST', body })
    const { links } = (await many.json()) as { links: Record<string, object> }
    const response = await service.ask('/links')
    const text = await response.text()
    expect(response.headers.get('link-service')).toContain('; list;')
    expect(text).toContain('"data":{"n":12345678901234567890}')
    expect(JSON.parse(text)).toEqual({
      links: [
        {
          ...links[path],
          ...{ show_preview_ios: false, show_preview_android: true },
          ...{ created_by: 'default', changed_by: 'anna' },
        },
      ],
      cursor: expect.any(String) as string,
      more: false,
    })
  })

  it('continues after a cursor, also with what is written later, and says what was erased', async () => {
    const paths: string[] = []
    for (const title of ['a', 'b', 'c']) paths.push(await service.create({ title }))
    await service.create({ title: 'elsewhere' }, { ENVIRONMENT: 'development' })
    const first = await list('?limit=2')
    expect([first.links.map(({ path }) => path), first.more]).toEqual([paths.slice(0, 2), true])
    const second = await list(`?limit=2&after=${first.cursor}`)
    expect([second.links.map(({ path }) => path), second.more]).toEqual([paths.slice(2), false])
    expect(await list(`?after=${second.cursor}`)).toEqual({ links: [], cursor: second.cursor, more: false })
    await service.store.changes.erase([paths[0] ?? ''], Date.now())
    expect((await list(`?after=${second.cursor}`)).links).toEqual([{ path: paths[0], deleted: true }])
    expect((await list('', { ENVIRONMENT: 'development' })).links).toHaveLength(1)
  })

  it('ends a page at a megabyte, and returns every link once', async () => {
    for (let number = 0; number < 90; number++)
      await service.create({ title: `${number}`, data: JSON.stringify({ text: 'x'.repeat(30_000) }) })
    const titles: string[] = []
    for (let query = '?limit=200', more = true; more;) {
      const page = await list(query)
      expect(page.links.length).toBeLessThan(40)
      titles.push(...page.links.map((link) => ('title' in link ? link.title : '')))
      query = `?limit=200&after=${page.cursor}`
      ;({ more } = page)
    }
    expect(titles).toEqual(Array.from({ length: 90 }, (_, number) => `${number}`))
  })

  it('a wrong cursor or limit is refused', async () => {
    for (const query of [
      '?limit=0',
      '?limit=201',
      '?limit=1.5',
      '?after=',
      '?after=x',
      '?after=1-zzzzzzzzzzz-zzzzzzzzzzz',
    ])
      expect(await error(query)).toMatchObject({ status: 422, code: 'invalid_field' })
  })

  it('a cursor from after the backup that was restored is refused, an earlier one is not', async () => {
    await service.create({ title: 'before' })
    const before = await list()
    const copy = join(service.folder, 'copy.sqlite')
    copyFileSync(service.file, copy)
    copyFileSync(`${service.file}-wal`, `${copy}-wal`)
    await service.create({ title: 'lost' })
    const after = await list()
    const restored = await startTestService({ store: openSqliteStore(copy) })
    try {
      const { ask } = createClient(restored.origin, service.key)
      expect(await readError(await ask(`/links?after=${after.cursor}`))).toMatchObject({
        ...{ status: 410, code: 'cursor_expired' },
      })
      expect((await ask(`/links?after=${before.cursor}`)).status).toBe(200)
    } finally {
      await restored.stop()
    }
  })

  it('is for full keys, and read-only ones with permission', async () => {
    const keyOf = async (scope: 'read-only' | 'create-only', mayList: boolean) => ({
      'PROJECT-KEY': await issueKey(service.store, service.project, {
        ...{ name: `${scope} ${mayList}`, environment: null, scope, mayList },
      }),
    })
    const refused = { status: 403, code: 'key_scope' }
    expect(await error('', await keyOf('read-only', false))).toMatchObject(refused)
    expect(await error('', await keyOf('create-only', true))).toMatchObject(refused)
    expect(await list('', await keyOf('read-only', true))).toMatchObject({ links: [] })
  })
})
