import { describe, expect, it } from 'vitest'
import { csvColumnNames, csvColumns } from '../../../../../contract/app/library/columns/csvColumns.ts'
import { trackingRules } from '../../../../../contract/service/rules/trackingRules.ts'
import { guessMapping } from '../../../../../contract/app/runs/mapping/guess.ts'
import { mapping, rowFieldNames, rowFields } from '../../../../../contract/app/runs/mapping/mapping.ts'
import type { ColumnUse } from '../../../../../contract/app/runs/mapping/mapping.ts'

const describeUse = (use: ColumnUse) => {
  if (use.to === 'field') return use.field
  return use.to === 'data' ? `${use.path}:${use.type}` : use.to
}
const guessUses = (header: readonly string[], ...rows: string[][]) =>
  guessMapping(header, rows).columns.map(describeUse)

describe('columns by their names', () => {
  it.each([
    ['Titel', 'title'],
    ['Ziel', 'everyone'],
    ['Zieladresse', 'everyone'],
    ['URL', 'everyone'],
    ['Long URL', 'everyone'],
    ['Kampagne', 'tracking_campaign'],
    ['utm_campaign', 'tracking_campaign'],
    ['Quelle', 'tracking_source'],
    ['utm_source', 'tracking_source'],
    ['Medium', 'tracking_medium'],
    ['Schlagwörter', 'tags'],
    ['Schlagwo\u0308rter', 'tags'],
    ['iPhone', 'ios_custom_redirect'],
    ['iOS URL', 'ios_custom_redirect'],
    ['ANDROID', 'android_custom_redirect'],
    ['Desktop', 'desktop_custom_redirect'],
    ['Vorschau iOS', 'show_preview_ios'],
    ['Untertitel', 'subtitle'],
    ['App data', 'data'],
    ['Notiz', 'note'],
    ['', 'nothing'],
    ['__proto__', 'nothing'],
    ['constructor', 'nothing'],
  ])('guessMapping maps column %s to %s', (name, use) => {
    expect(guessUses([name])).toEqual([use])
  })

  it('guessMapping recognizes all columns of our own export', () => {
    const header = csvColumnNames.map((name) => csvColumns[name])
    const fields = csvColumnNames.map((name) => {
      if (name === 'note') return name
      return name !== 'path' && rowFieldNames.some((field) => field === name) ? name : 'nothing'
    })
    expect(guessUses(header)).toEqual(fields)
  })

  it.each(rowFieldNames)('guessMapping recognizes the name and label of %s', (field) => {
    expect(guessUses([field])).toEqual([field])
    expect(guessUses([rowFields[field]])).toEqual([field])
  })

  it.each([
    ['Dub', ['key', 'domain', 'url', 'shortLink', 'clicks', 'tags'], 2],
    ['Kutt', ['address', 'target', 'description', 'visit_count'], 1],
    ['Bitly', ['title', 'long_url', 'link', 'created'], 1],
    ['Shlink', ['Short code', 'Long URL', 'Tags', 'Title'], 1],
  ])('guessMapping recognizes the columns of %s', (_, header, at) => {
    const row = header.map(() => 'https://x.example/a')
    expect(guessUses(header, row)[at]).toBe('everyone')
    expect(guessUses(header, row).filter((use) => use === 'everyone')).toHaveLength(1)
  })

  it('guessMapping uses the first column of a field, and every tag column', () => {
    expect(guessUses(['Title', 'Titel', 'Tags', 'Tag', 'Tag 1', 'Tag 2', 'Schlagwort 3'])).toEqual([
      ...['title', 'nothing', 'tags', 'tag', 'tag', 'tag', 'tag'],
    ])
  })

  it('guessMapping recognizes app data keys and their types', () => {
    const header = ['data.product.id', 'Data.sku', 'daten.sale', 'payload.more', 'data..x', 'data.product.id']
    expect(
      guessUses(header, ['12', '007', 'true', '{"a":1}'], ['9223372036854775807', '1', 'nein', '[]']),
    ).toEqual(['product.id:number', 'sku:text', 'sale:yesNo', 'more:json', 'nothing', 'nothing'])
    expect(guessUses(['data.x', 'data.y'], ['x', '1'], ['1', '0'])).toEqual(['x:text', 'y:number'])
  })

  it('guessMapping finds addresses by content if no name fits', () => {
    const rows = [
      ['1', 'https://a.example/', 'https://apps.apple.com/a', 'https://play.google.com/b'],
      ['2', 'app://x', 'https://apps.apple.com/c', ''],
    ]
    expect(guessUses(['No', 'Column 2', 'A', 'B'], ...rows)).toEqual([
      'nothing',
      'everyone',
      'ios_custom_redirect',
      'android_custom_redirect',
    ])
    expect(guessUses(['Link', 'Title'], ['https://a.example/', 'x'])).toEqual(['everyone', 'title'])
    expect(guessUses(['Desktop', 'Other'], ['', 'https://a.example/'])).toEqual([
      'desktop_custom_redirect',
      'nothing',
    ])
  })
})

describe('columns whose names say nothing, by their values', () => {
  const rows = [
    ['x', 'newsletter', 'Red shoes', 'email', 'autumn'],
    ['x', 'instagram', 'Blue shoes', 'social', 'autumn'],
    ['x', 'instagra', 'Green shoes', 'social', ''],
  ]
  const header = ['A', 'Placement', 'Wording', 'How', 'Push']

  it('guessMapping finds sources, mediums and titles, despite typos', () => {
    const fields = ['nothing', 'tracking_source', 'title', 'tracking_medium', 'nothing']
    expect(guessUses(header, ...rows)).toEqual(fields)
    expect(guessUses(['Source', ...header.slice(1)], ...rows)[1]).toBe('nothing')
  })

  it('guessMapping finds the values that the rules list', () => {
    const rules = trackingRules.parse({ campaign: { values: ['Autumn', 'winter'] } })
    expect(guessMapping(header, rows, [], rules).columns[4]).toEqual({
      ...{ to: 'field', field: 'tracking_campaign' },
    })
  })

  it('guessMapping takes no numbers, notes or repeated texts for titles', () => {
    const texts = [
      ['12 34', 'two words', `long ${'text '.repeat(30)}`],
      ['56 78', 'two words', 'b c'],
    ]
    expect(guessUses(['A', 'B', 'C'], ...texts)).toEqual(['nothing', 'nothing', 'nothing'])
  })
})

it('guessMapping accepts any table', () => {
  const header = Array.from({ length: 1_000 }, (_, at) => `data.${'x'.repeat(at)}`)
  const rows = [header.map(() => '{{'.repeat(30_000)), [], ['\0', '\ud800']]
  const guess = guessMapping(header, rows)
  expect(mapping.parse(guess)).toEqual(guess)
  expect(guess.columns).toHaveLength(400)
})

it('a word for nothing or an invisible character does not make a column of numbers one of texts', () => {
  const rows = [
    ['1', 'yes'],
    ['null', '#N/A'],
    ['2\u200b', 'no'],
  ]
  const { columns } = guessMapping(['data.id', 'data.sale'], rows)
  expect(columns).toMatchObject([{ type: 'number' }, { type: 'yesNo' }])
})
