import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InvalidRow, SampleRow } from '../../../../contract/app/library/imports.ts'
import { createRowCompiler } from '../../../../contract/app/runs/template/compile.ts'
import { openHere } from '../../harness/openHere.ts'
import { createImports } from '../../../../core/library/imports/imports.ts'
import type { Imports } from '../../../../core/library/imports/imports.ts'
import { createStagedFiles } from '../../../../core/library/imports/stagedFiles.ts'
import { chooseMapping } from '../../../../core/library/runs/sheets/mapping.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'

let folder: string
let library: TestLibrary
let imports: Imports
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  imports = createImports(library.database, createStagedFiles(folder), openHere)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const destination = 'https://www.example.com/sale'
const ios = 'https://apps.apple.com/app/id1'
const android = 'https://play.google.com/store/apps/details?id=a'

interface Format {
  kind: string
  /** Column names and a cell of each, in the order of the export. */
  columns: Record<string, string>
  /** The fields that Bulk maps the columns to. */
  fields: Record<string, string>
  unused: string[]
}

/** Exports as their services write them. Optional columns can be missing; the first two identify the format. */
const formats: Record<string, Format> = {
  'YOURLS table': {
    kind: 'yourls',
    columns: {
      keyword: 'abc',
      url: destination,
      title: 'Sale',
      timestamp: '2026-01-01',
      ip: '::1',
      clicks: '3',
    },
    fields: { url: 'everyone', title: 'title' },
    unused: ['ip', 'clicks'],
  },
  'YOURLS plugin': {
    kind: 'yourls',
    columns: { source: '/abc/', target: destination, hits: '3' },
    fields: { target: 'everyone' },
    unused: ['hits'],
  },
  'Bitly screen': {
    kind: 'bitly',
    columns: {
      Link: 'https://bit.ly/3x',
      'Custom Link': 'https://go.example/abc',
      'Destination URL': destination,
    },
    fields: { 'Destination URL': 'everyone' },
    unused: [],
  },
  'Bitly variant': {
    kind: 'bitly',
    columns: {
      ...{ Bitlink: 'https://bit.ly/abc', 'Long URL': destination, Title: 'Sale', Created: '2026' },
      ...{ 'Total Clicks': '3', Campaign: 'spring', Tags: 'a' },
    },
    fields: { 'Long URL': 'everyone', Title: 'title', Campaign: 'tracking_campaign', Tags: 'tags' },
    unused: ['Total Clicks'],
  },
  'Firebase Dynamic Links': {
    kind: 'firebase',
    columns: {
      ...{ short_link: 'https://x.page.link/abc', link: 'https://app.example.com/item', ofl: destination },
      ...{ ifl: ios, afl: android, st: 'Sale', sd: 'Now', utm_campaign: 'spring', isi: '1' },
    },
    fields: {
      ...{ ofl: 'desktop_custom_redirect', ifl: 'ios_custom_redirect', afl: 'android_custom_redirect' },
      ...{ st: 'title', sd: 'subtitle', utm_campaign: 'tracking_campaign', link: 'everyone' },
    },
    unused: ['isi'],
  },
  Sink: {
    kind: 'sink',
    columns: {
      slug: 'abc',
      url: destination,
      title: 'Sale',
      apple: ios,
      google: android,
      geo: 'x',
      description: 'Now',
    },
    fields: {
      ...{ url: 'everyone', title: 'title', apple: 'ios_custom_redirect' },
      ...{ google: 'android_custom_redirect', description: 'subtitle' },
    },
    unused: ['geo'],
  },
  'Short.io': {
    kind: 'shortio',
    columns: {
      ...{ originalURL: destination, path: 'abc', domain: 's.test', title: 'Sale' },
      ...{ tags: 'a', iosURL: ios, androidURL: android },
    },
    fields: {
      ...{ originalURL: 'everyone', title: 'title', tags: 'tags', iosURL: 'ios_custom_redirect' },
      androidURL: 'android_custom_redirect',
    },
    unused: [],
  },
  Rebrandly: {
    kind: 'rebrandly',
    columns: { slashtag: 'abc', destination, title: 'Sale', shortUrl: 'rb.test/abc', id: '1' },
    fields: { destination: 'everyone', title: 'title' },
    unused: ['id'],
  },
  'Shlink web': {
    kind: 'shlink',
    columns: {
      shortCode: 'abc',
      longUrl: destination,
      shortUrl: 'https://s.test/abc',
      title: 'Sale',
      visits: '3',
    },
    fields: { longUrl: 'everyone', title: 'title' },
    unused: ['visits'],
  },
  'Shlink importer': {
    kind: 'shlink',
    columns: { 'Long URL': destination, 'Short code': 'abc', Tags: 'a' },
    fields: { 'Long URL': 'everyone', Tags: 'tags' },
    unused: [],
  },
  Dub: {
    kind: 'dub',
    columns: {
      'Short link': 'https://dub.sh/abc',
      'Destination URL': destination,
      Clicks: '3',
      'Created at': '2026',
    },
    fields: { 'Destination URL': 'everyone' },
    unused: ['Clicks'],
  },
  Kutt: {
    kind: 'kutt',
    columns: { address: 'abc', target: destination, description: 'Note', visit_count: '3' },
    fields: { target: 'everyone' },
    unused: ['visit_count'],
  },
}

type Table = [name: string, cell: string][]
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const write = (table: Table, delimiter = ',', lineEnd = '\n', cellOf = quote) =>
  [table.map(([name]) => name), table.map(([, cell]) => cell)]
    .map((cells) => cells.map(cellOf).join(delimiter) + lineEnd)
    .join('')
const rename = (table: Table, change: (name: string) => string): Table =>
  table.map(([name, cell]) => [change(name), cell])
const rotate = (table: Table, by: number): Table => [...table.slice(by), ...table.slice(0, by)]
const plain = (text: string) => text

/** The ways in which programs and people rewrite a file without changing its content. */
const mutations: Record<string, (table: Table) => string | Buffer> = {
  unchanged: (table) => write(table),
  reversed: (table) => write(table.toReversed()),
  'rotated by one': (table) => write(rotate(table, 1)),
  'rotated by two': (table) => write(rotate(table, 2)),
  'upper case': (table) => write(rename(table, (name) => name.toUpperCase())),
  'lower case': (table) => write(rename(table, (name) => name.toLowerCase())),
  'spaces around names': (table) => write(rename(table, (name) => ` ${name} `)),
  'underscores for spaces': (table) => write(rename(table, (name) => name.replaceAll(' ', '_'))),
  'a byte order mark': (table) => `\uFEFF${write(table)}`,
  'UTF-16': (table) => Buffer.from(`\uFEFF${write(table)}`, 'utf16le'),
  semicolons: (table) => write(table, ';'),
  tabs: (table) => write(table, '\t'),
  'vertical bars': (table) => write(table, '|'),
  'Windows line ends': (table) => write(table, ',', '\r\n'),
  'old Mac line ends': (table) => write(table, ',', '\r'),
  'no quotation marks': (table) => write(table, ',', '\n', plain),
  'no line end at the end': (table) => write(table).trimEnd(),
  'blank rows at the end': (table) => `${write(table)}\n\n`,
  'an extra column at the end': (table) => write([...table, ['Extra', 'x']]),
  'an extra column first': (table) => write([['Extra', 'x'], ...table]),
}

async function preview(content: string | Buffer) {
  const id = crypto.randomUUID()
  imports.begin(id)
  imports.append(id, Buffer.from(content as string).toString('base64'))
  const target = { profiles: [], profileId: '', environment: 'production' } as const
  const { kind, unused, fromService } = await imports.open(id, target)
  const sample: SampleRow[] = []
  const errors: InvalidRow[] = []
  // A batch ends after some milliseconds, on a slow machine even before the first row.
  for (let isLast = false; !isLast;) {
    const batch = await imports.next(id, false)
    sample.push(...batch.sample)
    errors.push(...batch.errors)
    isLast = batch.isLast
  }
  imports.discard(id)
  return { kind, unused, fromService, sample, errors }
}

const toLetters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

describe.each(Object.entries(formats))('%s', (_, { kind, columns, fields, unused }) => {
  it.each(Object.entries(mutations))(
    'an export of another service is read by Import, which lists unused columns: %s',
    async (name, mutateTable) => {
      const result = await preview(mutateTable(Object.entries(columns)))
      expect(result).toMatchObject({ kind, errors: [] })
      expect(result.sample).toMatchObject([{ destination }])
      expect(result.sample[0]?.link ?? '').toMatch(/abc$/)
      const extra = name.startsWith('an extra') ? ['extra'] : []
      expect(result.unused.map(toLetters).toSorted()).toEqual([...unused.map(toLetters), ...extra].toSorted())
      // Fields that Bulk would use are listed too. A link that is looked up gets the service's title, tags and so on.
      expect(result.fromService.map(toLetters)).toEqual(
        expect.arrayContaining(Object.keys(fields).map((field) => toLetters(field))),
      )
    },
  )

  // The first two columns identify a format; if there are at most three, all of them do.
  const optional = Object.keys(columns).slice(Object.keys(columns).length > 3 ? 2 : 3)
  it.each(optional)('a file of another service is read by Import without its column %s', async (missing) => {
    const table = Object.entries(columns).filter(([name]) => name !== missing)
    const result = await preview(write(table))
    expect(result).toMatchObject({ kind, errors: [] })
    expect(result.sample).toMatchObject([{ destination: expect.stringMatching(/^https:/) as string }])
    expect(result.unused.map(toLetters).toSorted()).toEqual(
      unused
        .filter((name) => name !== missing)
        .map(toLetters)
        .toSorted(),
    )
  })

  it('a file of another service is mapped by Bulk', () => {
    const names = Object.keys(columns)
    const known = { names, isNamed: true, isForeign: true, rows: [] }
    const { columns: uses } = chooseMapping(library.database.sql, known)
    const fieldsByName = names.flatMap((name, at) => {
      const use = uses[at]
      return use?.to === 'field' ? [[name, use.field]] : []
    })
    expect(Object.fromEntries(fieldsByName)).toEqual(fields)
  })
})

it.each([
  ['name', 'st'],
  ['st', 'name'],
])('the title that people see is read from an export of Firebase, not its name: %s, %s', (...titles) => {
  const names = ['short_link', 'link', 'ofl', ...titles]
  const known = { names, isNamed: true, isForeign: true, rows: [] }
  const { columns } = chooseMapping(library.database.sql, known)
  const uses = Object.fromEntries(names.map((name, at) => [name, columns[at]]))
  expect(uses).toMatchObject({ st: { to: 'field', field: 'title' }, name: { to: 'nothing' } })
})

it('a Firebase deep link becomes app data, and the address if there is no fallback', () => {
  const names = ['short_link', 'link', 'ofl', 'ifl', 'afl']
  const deepLink = 'https://app.example.com/"item"'
  const known = { names, isNamed: true, isForeign: true, rows: [] }
  const compile = createRowCompiler(names, chooseMapping(library.database.sql, known))
  const requestOf = (...fallbacks: string[]) => compile(['https://x.page.link/a', deepLink, ...fallbacks])
  expect(requestOf('', '', '')).toMatchObject({
    request: {
      data: JSON.stringify({ link: deepLink }),
      desktop_custom_redirect: { url: deepLink },
      ios_custom_redirect: { url: deepLink },
      android_custom_redirect: { url: deepLink },
    },
  })
  expect(requestOf(destination, ios, '')).toMatchObject({
    request: {
      desktop_custom_redirect: { url: destination },
      ios_custom_redirect: { url: ios },
      android_custom_redirect: { url: deepLink },
    },
  })
})

it.each([' ', ', ', ';', '|'])(
  'the first of several custom links of Bitly is read, separated by "%s"',
  async (between) => {
    const links = ['go.example/abc', 'https://go.example/def'].join(between)
    const result = await preview(
      write([
        ['Link', 'https://bit.ly/3x'],
        ['Custom Link', links],
        ['Destination URL', destination],
      ]),
    )
    expect(result).toMatchObject({
      kind: 'bitly',
      errors: [],
      sample: [{ link: 'go.example/abc', destination }],
    })
  },
)

it('the JSON export of Sink is read with its phone addresses, and unused fields are listed', async () => {
  const link = {
    ...{
      id: 'x',
      url: destination,
      slug: 'abc',
      comment: 'Note',
      title: 'Sale',
      image: 'https://i.example/',
    },
    ...{ apple: ios, google: android, geo: { DE: destination }, tags: ['a', 'b'], expiration: 1_767_225_600 },
  }
  const file = {
    version: '1',
    exportedAt: '2026-01-01',
    count: 2,
    links: [link, { url: destination, slug: 'def' }],
  }
  const result = await preview(JSON.stringify(file))
  expect(result).toMatchObject({ kind: 'sink', errors: [] })
  expect(result.sample).toMatchObject([
    { link: 'abc', title: 'Sale', destination },
    { link: 'def', destination },
  ])
  expect(result.unused).toEqual(['id', 'image', 'geo', 'expiration'])
})
