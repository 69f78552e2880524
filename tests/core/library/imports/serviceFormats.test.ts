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
import { android, destination, formats, ios, writeTable as write } from './serviceExports.ts'
import type { Table } from './serviceExports.ts'

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
    const known = { names, isNamed: true, isForeign: true, rows: [], profileId: 'p' }
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
  const known = { names, isNamed: true, isForeign: true, rows: [], profileId: 'p' }
  const { columns } = chooseMapping(library.database.sql, known)
  const uses = Object.fromEntries(names.map((name, at) => [name, columns[at]]))
  expect(uses).toMatchObject({ st: { to: 'field', field: 'title' }, name: { to: 'nothing' } })
})

it('a Firebase deep link becomes app data, and the address if there is no fallback', () => {
  const names = ['short_link', 'link', 'ofl', 'ifl', 'afl']
  const deepLink = 'https://app.example.com/"item"'
  const known = { names, isNamed: true, isForeign: true, rows: [], profileId: 'p' }
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
  expect(result.unused).toEqual(['id', 'geo', 'expiration'])
})
