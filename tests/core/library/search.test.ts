import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeableFields } from '../../../contract/service/link/fields.ts'
import { sortNames } from '../../../contract/app/library/columns/columnLists.ts'
import { libraryView } from '../../../contract/app/library/view.ts'
import type { LibraryViewInput } from '../../../contract/app/library/view.ts'
import { localChange } from '../../../contract/app/calls/links/library.ts'
import { createRecords } from '../../../core/library/records.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { columnOfField } from '../../../core/library/index/tables.ts'
import { linkTextWith, allFieldsRequest, onlyField } from '../../contract/service/link/everyField.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { anyText } from '../../anyText.ts'
import { effort } from '../../effort.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const finds = (search: string, more: LibraryViewInput = {}) => library.ids({ search, ...more })

describe('a search finds a link', () => {
  const request = {
    title: 'Sommerschlussverkauf: Größe 42',
    subtitle: 'Crème brûlée for all',
    data: '{"screen":"off\\u0065r","id":9223372036854775807,"面":"東京タワー"}',
    tags: '["VIP list","q3"]',
    desktop_custom_redirect: { url: 'https://www.shop.example.de/Angebote/gr%C3%B6n?ref=mail' },
    ios_custom_redirect: { url: 'myapp://open/cart' },
    tracking_campaign: 'summer-sale_2026',
    tracking_source: 'newsletter',
    tracking_medium: 'email',
    image: 'https://images.example.net/hero/beach.jpg',
  }
  it.each([
    ['by the address of its image', 'image:images.example.net beach'],
    ['by a word', 'Sommerschlussverkauf'],
    ['by the beginning of the last word', 'sommersch'],
    ['by the middle of a compound word', 'schluss'],
    ['by the end of a compound word', 'verkauf '],
    ['without capitals and accents', 'creme brulee grosse'.replace('grosse', 'große')],
    ['by words of several fields', 'email vip sommer'],
    ['by a phrase', '"creme brulee"'],
    ['by a phrase across punctuation', '"summer-sale 2026"'],
    ['by its destination', 'https://www.shop.example.de/Angebote'],
    ['by percent-encoded letters of its destination', 'grön'],
    ['by a custom scheme', 'myapp'],
    ['by a value in its app data', '9223372036854775807'],
    ['by an escaped value in its app data', 'offer'],
    ['by characters inside a text without spaces', '京タ'],
    ['by its path', 'path1'],
    ['by its whole link', 'https://l.example/path1'],
    ['by its whole link in that field', 'link:l.example/path1'],
    ['by a field', 'tag:vip campaign:summer source:newsletter domain:example.de title:größe profile:shop '],
    ['by a field and a phrase', 'tag:"vip list"'],
    ['by its state', 'is:created is:production -is:starred sommer'],
    ['by excluding another word', 'sommer -winter'],
    ['by punctuation and a word', '** (sommer) ^"'],
  ])('a search finds a link %s', (_, search) => {
    const id = library.keep(request)
    library.keep({ title: 'Another one', tracking_source: 'poster' })
    expect(finds(search)).toEqual([id])
  })

  it.each([
    'winter',
    'title:newsletter',
    '"brulee creme"',
    'sommer winter',
    '-email',
    'tag:vi ',
    'is:archived',
  ])('a search never finds a link by %j', (search) => {
    const id = library.keep(request)
    expect(finds(search)).not.toContain(id)
  })

  it.each(changeableFields)('a search finds a link by the words of its field %s', (name) => {
    const id = library.keep(onlyField(name))
    library.keep({})
    const value: unknown = allFieldsRequest[name]
    const text =
      typeof value === 'object' && value !== null && 'url' in value ? String(value.url) : String(value)
    if (columnOfField[name] === null) expect(name === 'image' || typeof value === 'boolean').toBe(true)
    else expect(finds(text.replaceAll('"', ' '))).toEqual([id])
  })
})

/** Returns a number as a word without digits. */
function toLetters(number: number): string {
  return Array.from(number.toString(26), (digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')
}

describe('words', () => {
  it('a search finds every link with a word that begins with a text or contains it', () => {
    const inside = Array.from({ length: 150 }, (_, index) =>
      library.keep({ title: `Sommer${toLetters(index)}verkauf` }),
    )
    const start = library.keep({ title: 'Verkaufsstart2026' })
    expect(finds('verkauf')).toHaveLength(inside.length + 1)
    expect(finds('verkauf ')).toHaveLength(inside.length + 1)
    expect(finds('verkaufss')).toEqual([start])
  })

  it.each(['🎉', 'party 🎉', 'title:🎉', '🇫🇷', '❤️'])('a search for %j finds an emoji', (search) => {
    const id = library.keep({ title: '🎉 Party in France 🇫🇷, made with ❤️' })
    library.keep({ title: '🔥 Party in Germany 🇩🇪 ©' })
    expect(finds(search)).toEqual([id])
  })
})

describe('a link’s address', () => {
  const keepAt = (link: string, title = 'Bulk 25') => library.keep({ title }, { link })

  it.each(['l.exam', 'example', 'spri', 'path:s', 'l.example/spr', 'link:l.example'])(
    'a search for %j finds a link by a part of its address',
    (search) => {
      const id = keepAt('https://l.example/spring')
      keepAt('https://other.test/winter')
      expect(finds(search)).toEqual([id])
    },
  )

  it('a number is found in titles, and not in the host and port that all links of a service share', () => {
    const found = [
      keepAt('http://127.0.0.1:54321/aB3', 'Bulk 1'),
      keepAt('http://127.0.0.1:54321/cD4', 'Bulk 12'),
    ]
    keepAt('http://127.0.0.1:54321/eF5')
    keepAt('http://127.0.0.1:54321/1xY')
    expect(finds('Bulk 1')).toEqual(found.toReversed())
    expect(finds('54321')).toEqual([])
    expect(finds('127.0.0.1:54321')).toHaveLength(4)
    expect(finds('path:1')).toHaveLength(1)
  })

  it('the beginning of a short word is not looked for in addresses and app data, but the whole word is', () => {
    const keep = (path: string, data: string) =>
      library.keep({ data, desktop_custom_redirect: { url: `https://shop.example/${path}` } })
    keep('12', '{"id":19}')
    const whole = [keep('1', '{}'), keep('x', '{"id":1}')]
    expect(finds('1')).toEqual(whole.toReversed())
  })

  it('the time at which the service created a link is not text', () => {
    const times = { created_at: '2026-11-26T05:06:55.281Z' }
    const keep = (title: string) =>
      library.keep({ title }, { answer: `{"link":${linkTextWith({ title, ...times })}}` })
    const id = keep('Sale 11')
    keep('Sale 12')
    expect(finds('Sale 11')).toEqual([id])
  })
})

describe('values stored by the service', () => {
  it('the values stored by the service are searched, shown and filtered if they are known', () => {
    const answer = `{"link":${linkTextWith({ title: 'Stored title', tags: ['stored'], tracking_campaign: null })}}`
    const id = library.keep({ ...allFieldsRequest, title: 'Asked title' }, { answer })
    expect(finds('"Stored title"')).toEqual([id])
    expect(finds('asked')).toEqual([])
    expect(library.ids({ campaign: [allFieldsRequest.tracking_campaign] })).toEqual([])
    const { rows } = library.collection.search({ view: libraryView.parse({}), limit: 1 })
    expect(rows).toMatchObject([
      { title: 'Stored title', tags: ['stored'], campaign: null, source: allFieldsRequest.tracking_source },
    ])
    expect(rows[0]?.destination).toBe(allFieldsRequest.desktop_custom_redirect.url)
  })

  it('the value stored by the service is unknown for a field that it does not report', () => {
    const id = library.keep(allFieldsRequest, { answer: '{"link":{"id":1,"title":"Only this"}}' })
    expect(
      library.ids({ campaign: [allFieldsRequest.tracking_campaign], tags: { all: ['first tag'] } }),
    ).toEqual([id])
  })
})

describe('a filter', () => {
  const keepExamples = () => ({
    twitter: library.keep({ tracking_source: 'twitter', tags: '["a","b"]', tracking_campaign: 'one' }),
    capital: library.keep(
      {
        tracking_source: 'Twitter',
        tags: '["b"]',
        desktop_custom_redirect: { url: 'https://a.example/x?utm%5Fcontent=Top+1&cid=7' },
      },
      { environment: 'development', profileId: 'q' },
    ),
    bare: library.keep({ tracking_medium: 'email' }),
  })
  it.each<[string, LibraryViewInput, ('twitter' | 'capital' | 'bare')[]]>([
    ['is case-sensitive', { source: ['twitter'] }, ['twitter']],
    ['matches any of its values', { source: ['Twitter', 'twitter'] }, ['capital', 'twitter']],
    ['matches any of several tags', { tags: { any: ['a', 'x'] } }, ['twitter']],
    ['matches all of several tags', { tags: { all: ['a', 'b'] } }, ['twitter']],
    ['matches none of several tags', { tags: { none: ['b'] } }, ['bare']],
    [
      'combines any, all and none of several tags',
      { tags: { any: ['b'], all: ['b'], none: ['a'] } },
      ['capital'],
    ],
    ['matches the environment', { environment: 'development' }, ['capital']],
    ['matches the profile', { profileId: 'p' }, ['bare', 'twitter']],
    ['matches the domain', { domain: ['a.example'] }, ['capital']],
    ['matches the state', { states: ['created', 'failed'] }, ['bare', 'capital', 'twitter']],
    ['matches another state', { states: ['pending'] }, []],
    ['combines several fields', { campaign: ['one'], source: ['twitter'], search: 'one' }, ['twitter']],
    ['matches a range of days', { from: '2026-01-01', to: '2026-01-01' }, ['bare', 'capital', 'twitter']],
    ['matches a parameter of an address', { parameter: ['utm_content=Top 1'] }, ['capital']],
    ['matches several parameters', { parameter: ['utm_content=Top 1', 'cid=8'] }, []],
    ['finds words of a parameter', { search: 'parameter:top' }, ['capital']],
    ['matches the channel', { reportChannel: ['Organic Social'] }, ['capital']],
    ['finds nothing for a channel without links', { reportChannel: ['Unassigned'] }, []],
    ['matches later days', { from: '2026-01-02' }, []],
    ['matches earlier days', { to: '2025-12-31', search: 'email' }, []],
  ])('a filter %s', (_, view, names) => {
    const links = keepExamples()
    expect(library.ids(view)).toEqual(names.map((name) => links[name]))
  })

  it('a filter of days counts from midnight to midnight in UTC', () => {
    const keepAt = (createdAt: string) => library.keep({ title: 'x' }, { createdAt })
    keepAt('2026-02-01T23:59:59.999Z')
    const matching = [keepAt('2026-02-02T00:00:00.000Z'), keepAt('2026-02-02T23:59:59.999Z')]
    keepAt('2026-02-03T00:00:00.000Z')
    for (const search of ['', 'x']) {
      expect(library.ids({ search, from: '2026-02-02', to: '2026-02-02' })).toEqual(matching.toReversed())
    }
  })
})

describe('added links', () => {
  it('added links are sorted and filtered by the service’s creation time, and unknown times are last', () => {
    const records = createRecords(library.database)
    const add = (path: string, created: string | null) => {
      const id = randomUUID()
      const link = { path, ...(created === null ? {} : { created_at: created }) }
      records.add({
        ...{ id, profileId: 'p', profileName: 'Shop', environment: 'production', link: null, path },
        answer: JSON.stringify({ link }),
        createdAt: '2026-03-01T00:00:00.000Z',
      })
      return id
    }
    const unknown = add('unknown', null)
    const spring = add('spring', '2025-04-01T23:30:00-01:00')
    const winter = add('winter', '2025-01-01T00:00:00Z')
    const ownLink = library.keep({ title: 'x' }, { createdAt: '2026-02-01T00:00:00.000Z' })
    expect(library.ids({ sort: 'created' })).toEqual([ownLink, spring, winter, unknown])
    expect(library.ids({ sort: 'createdOldest' })).toEqual([winter, spring, ownLink, unknown])
    // A time with an offset counts on its day in UTC.
    expect(library.ids({ createdFrom: '2025-04-02' })).toEqual([spring, ownLink])
    expect(library.ids({ createdTo: '2025-04-01' })).toEqual([winter])
    expect(library.ids({ createdFrom: '2025-01-01', createdTo: '2025-04-02', sort: 'created' })).toEqual([
      spring,
      winter,
    ])
    const { rows } = library.collection.search({
      view: libraryView.parse({ sort: 'created' }),
      limit: 10,
    })
    expect(rows.map(({ knownCreatedAt }) => knownCreatedAt)).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2025-04-01T23:30:00-01:00',
      '2025-01-01T00:00:00Z',
      null,
    ])
  })
})

describe('paging', () => {
  it.each(sortNames)('paging by %s shows each link once and in the order of one long page', (sort) => {
    for (let index = 0; index < 40; index++) {
      library.keep(
        {
          ...(index % 3 === 0 ? {} : { title: `Title ${index % 7}`, tracking_campaign: `c${index % 5}` }),
          tracking_source: index % 2 === 0 ? 'a' : 'B',
          desktop_custom_redirect: { url: `https://${index % 4}.example/` },
        },
        // Several links of one millisecond, not in chronological order.
        { createdAt: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 5))).toISOString() },
      )
    }
    for (const search of ['', 'source:a']) {
      const whole = library.ids({ sort, search }, 200)
      expect(new Set(whole).size).toBe(search === '' ? 40 : 20)
      for (const limit of [1, 3, 7]) expect(library.ids({ sort, search }, limit)).toEqual(whole)
    }
  })

  it('paging by title ignores case and accents, and lists untitled links last', () => {
    const untitled = library.keep({})
    const [b, a, c] = [
      library.keep({ title: 'bar' }),
      library.keep({ title: 'Ändern' }),
      library.keep({ title: 'Car' }),
    ]
    expect(library.ids({ sort: 'title' })).toEqual([a, b, c, untitled])
  })

  it('paging lists any number of links with a date in the far future, after all others', () => {
    const last = library.keep({ title: 'Real' })
    const createdAt = '9999-12-31T00:00:00.000Z'
    const count = 2_100
    const future = runInTransaction(library.database.sql, () =>
      Array.from({ length: count }, () => library.keep({ title: 'Imported' }, { createdAt })),
    )
    expect(library.ids({}, 200)).toEqual([...future.toReversed(), last])
  })

  it('paging treats an invalid cursor as the beginning', () => {
    const id = library.keep({})
    for (const after of ['', 'x', '[]', '{}', '[1]', '["a","b"]', '[1e99,""]', 'null']) {
      const { rows } = library.collection.search({ view: libraryView.parse({}), after, limit: 5 })
      expect(rows.map((row) => row.id)).toEqual([id])
    }
  })
})

describe('counting', () => {
  it('counting is exact for few links and for many', async () => {
    library.fill(1_005, (at) => ({ tracking_source: at % 2 === 0 ? 'even' : 'odd' }))
    const count = (view: LibraryViewInput) => library.collection.count({ view: libraryView.parse(view) })
    expect(await count({})).toEqual({ total: 1_005, atLeast: false })
    expect(await count({ search: 'even' })).toEqual({ total: 503, atLeast: false })
  })

  it('counting returns the values of a view, most frequent first', async () => {
    library.keep({ tracking_source: 'a', tags: '["x","Y"]' })
    library.keep({ tracking_source: 'b', tags: '["x"]' })
    library.keep({ tracking_source: 'b' })
    const facets = async (of: 'tags' | 'source' | 'domain', view: LibraryViewInput = {}, prefix = '') =>
      (await library.collection.facets({ of, view: libraryView.parse(view), prefix, limit: 10 })).values
    expect(await facets('source')).toEqual([
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ])
    expect(await facets('tags', { source: ['a'] })).toEqual([
      { value: 'Y', count: 1 },
      { value: 'x', count: 1 },
    ])
    expect(await facets('tags', {}, 'y')).toEqual([{ value: 'Y', count: 1 }])
    expect(await facets('domain')).toEqual([])
  })

  it('can put links first whose title or destination is the whole search', async () => {
    const titled = (title: string, url = 'https://shop.example.com/') =>
      library.keep({ title, desktop_custom_redirect: { url } })
    const exact = titled('Été: shoes')
    const destination = titled('Other', 'https://www.shop.example.com/sale')
    const archived = titled('été: Shoes')
    await library.collection.mark({ ids: [archived] }, localChange.parse({ archived: true }), 'archived')
    const newer = Array.from({ length: 8 }, (_, at) =>
      titled(`Été: shoes ${at}`, `https://shop.example.com/sale/${at}`),
    )
    const first = (search: string, exactFirst?: boolean) =>
      library.collection
        .search({ view: libraryView.parse({ search }), limit: 3, exactFirst })
        .rows.map(({ id }) => id)
    expect(first('ete: shoes', true)).toEqual([exact, newer[7], newer[6]])
    expect(first('ete: shoes')).toEqual([newer[7], newer[6], newer[5]])
    expect(first('shop.example.com/sale', true)[0]).toBe(destination)
    expect(first('', true)).toEqual([newer[7], newer[6], newer[5]])
  })

  it('counting uses each profile’s name from its newest link', async () => {
    library.keep({ title: 'a' }, { profileId: 'q', profileName: 'Acme' })
    library.keep({ title: 'b' }, { profileId: 'q', profileName: 'Acme Europe' })
    const view = libraryView.parse({})
    const { values } = await library.collection.facets({ of: 'profile', view, prefix: '', limit: 10 })
    expect(values).toContainEqual({ value: 'q', name: 'Acme Europe', count: 2 })
  })
})

it('a row shows the number of other addresses of its platforms', () => {
  const shop = { url: 'https://shop.example' }
  library.keep({ desktop_custom_redirect: shop, ios_custom_redirect: shop })
  library.keep({ desktop_custom_redirect: shop, ios_custom_redirect: { url: 'https://apple.example' } })
  library.keep({
    ...{ desktop_custom_redirect: shop, ios_custom_redirect: { url: 'https://apple.example' } },
    android_custom_redirect: { url: 'market://shop' },
  })
  library.keep({ title: 'without any' })
  const { rows } = library.collection.search({ view: libraryView.parse({ sort: 'oldest' }), limit: 10 })
  expect(rows.map(({ moreDestinations }) => moreDestinations)).toEqual([0, 1, 2, 0])
})

const sign = fc.constantFrom(
  ...Array.from(`"'*^:(){}[]+-,.;!?/\\%_&|<>=~\`$#@„“”«»\0\uE000\uFFFD\uD800 \t\n`),
)
const typedText = fc
  .array(
    fc.oneof(
      sign,
      anyText({ maxLength: 5 }),
      fc.constantFrom('AND', 'OR', 'NOT', 'NEAR(', 'tag:', 'is:', 'a'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

it('no text typed into the search or a filter causes an error in SQL or FTS5', async () => {
  library.keep(allFieldsRequest)
  await fc.assert(
    fc.asyncProperty(typedText, typedText, fc.constantFrom(...sortNames), async (search, value, sort) => {
      const view = libraryView.parse({
        search: search.slice(0, 1_000),
        source: [value],
        tags: { none: [value] },
        sort,
      })
      library.collection.search({ view: { ...view, source: [] }, limit: 5 })
      await library.collection.count({ view })
      await library.collection.facets({ of: 'tags', view, prefix: value, limit: 5 })
    }),
    { numRuns: effort(500) },
  )
})
