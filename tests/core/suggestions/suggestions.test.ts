import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { words } from '../../../contract/app/calls/links/suggestions.ts'
import { byName, trackingNames } from '../../../contract/service/link/fields.ts'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { createSuggestions } from '../../../core/suggestions/suggestions.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

type Request = CallInput<'links.create'>['request']

let folder: string
let database: Database

beforeEach(async () => {
  folder = await temporaryFolder()
  database = openLibrary(folder, createNotices())
})
afterEach(async () => {
  database.sql.close()
  await removeFolder(folder)
})

let age = 0
function keep(request: Request, state: 'created' | 'failed' | 'unknown' = 'created'): string {
  const records = createRecords(database)
  const id = randomUUID()
  const createdAt = new Date(Date.UTC(2026, 0, 1) + age++ * 1_000).toISOString()
  records.begin({
    id,
    profileId: 'p',
    profileName: 'P',
    environment: 'development',
    request,
    promotedFrom: null,
    createdAt,
  })
  records.end(id, { state, link: null, path: null, problem: null })
  return id
}

describe('words in use', () => {
  const words = () => createSuggestions(database).words()

  it('the words in use are listed, most used first', () => {
    keep({ tracking_source: 'newsletter', tracking_campaign: 'summer', tags: '["a","b"]' })
    keep({ tracking_source: 'twitter', tracking_medium: 'social', tags: '["b"]' })
    keep({ tracking_source: 'twitter' })
    keep({ tracking_source: 'refused' }, 'failed')
    expect(words()).toEqual({
      tags: [
        { value: 'b', count: 2 },
        { value: 'a', count: 1 },
      ],
      tracking: {
        ...byName(trackingNames, () => []),
        campaign: [{ value: 'summer', count: 1 }],
        source: [
          { value: 'twitter', count: 2 },
          { value: 'newsletter', count: 1 },
        ],
        medium: [{ value: 'social', count: 1 }],
      },
      parameters: {},
    })
  })

  it('values of parameters in addresses are suggested by their field', async () => {
    for (const query of ['utm_content=a%20b&cid=7', 'utm_content=a+b', 'utm_content=c&__proto__=x=y'])
      keep({ desktop_custom_redirect: { url: `https://a.example/?${query}` } })
    await database.backfill.catchUp()
    expect(words().parameters).toEqual({
      ...{
        '?utm_content': [
          { value: 'a b', count: 2 },
          { value: 'c', count: 1 },
        ],
        '?cid': [{ value: '7', count: 1 }],
      },
      '?__proto__': [{ value: 'x=y', count: 1 }],
    })
  })

  it('words ignores tags that are not a list of texts', () => {
    for (const tags of ['no JSON', '"x"', '[1, null, {"a": "b"}, "good"]']) keep({ tags })
    expect(words().tags).toContainEqual({ value: 'good', count: 1 })
    expect(words().tags.map(({ value }) => value)).not.toContain(1)
  })
})

it('suggestions have a list of words for each tracking field', () => {
  expect(Object.keys(words.shape.tracking.shape)).toEqual(trackingNames)
})

describe('similar links', () => {
  const similar = async (request: Request) =>
    (await createSuggestions(database).similar(request)).map(({ id }) => id)
  const ios = { url: 'https://example.com/app', open_app_if_installed: true }

  it('similar links have the same destinations and app data, newest first, whatever else differs', async () => {
    const request = { ios_custom_redirect: ios, data: '{"a":1}' }
    const first = keep({ ...request, title: 'First' })
    keep({ ...request, data: '{"a":2}' })
    keep({ ...request, desktop_custom_redirect: { url: 'https://example.com' } })
    keep(request, 'failed')
    const second = keep({ ...request, tracking_source: 'mail' }, 'unknown')
    expect(await similar({ ...request, title: 'Third' })).toEqual([second, first])
  })

  it('similar links without destinations have the same app data', async () => {
    const known = keep({ data: '{"a":1}' })
    keep({ data: '{"a":2}' })
    expect(await similar({ data: '{"a":1}' })).toEqual([known])
  })

  it('a link without destinations and app data has no similar links', async () => {
    keep({ title: 'a' })
    expect(await similar({ title: 'a' })).toEqual([])
  })

  it('similar links and words are read from indexes', async () => {
    const prepare = vi.spyOn(database.sql, 'prepare')
    const suggestions = createSuggestions(database)
    await suggestions.similar({ ios_custom_redirect: ios })
    suggestions.words()
    const statements = prepare.mock.calls.map(([statement]) => statement)
    const first = statements.find((statement) => statement.includes('contentKey')) ?? ''
    const others = statements.filter((statement) => /count\(\*\) AS count[^]*FROM links/.test(statement))
    prepare.mockRestore()
    const planOf = (statement: string) =>
      JSON.stringify(database.sql.prepare(`EXPLAIN QUERY PLAN ${statement}`).all())
    const functionsOf = (statement: string) => {
      const program = database.sql.prepare(`EXPLAIN ${statement}`).all()
      return program
        .filter(({ opcode }) => opcode === 'Function')
        .map(({ p4 }) => String(p4).replace(/\(.*/, ''))
    }
    expect(planOf(first)).toContain('USING INDEX entries_by_content (contentKey=?)')
    expect(others).toHaveLength(1 + trackingNames.length)
    for (const statement of others) {
      expect(planOf(statement)).toContain('USING INDEX links_by_words')
      // The plan is the same without the expression in the index; the app would then parse the request of every link.
      expect(functionsOf(statement)).not.toContain('json_extract')
    }
  })
})
