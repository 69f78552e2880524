import { describe, expect, it } from 'vitest'
import { seededRandom } from '../appLinks/random.ts'
import {
  builtName,
  createNameBuilder,
  createNameCheck,
  listParts,
} from '../../../../contract/service/rules/builtName.ts'

const rule = builtName.parse({ template: '{year}-{market}-{name}', lists: { market: ['de', 'at', 'de-ch'] } })

describe('a campaign’s name that is built from parts', () => {
  it('partsOf returns the parts of a template in order', () => {
    expect(listParts(rule.template)).toEqual(['year', 'market', 'name'])
  })

  it('a name is built from its parts, with the text and the values of each', () => {
    const { parts, write } = createNameBuilder(rule)
    expect(parts).toEqual([
      { name: 'year', before: '', values: [] },
      { name: 'market', before: '-', values: ['de', 'at', 'de-ch'] },
      { name: 'name', before: '-', values: [] },
    ])
    expect(write({ year: '2027', market: 'de', name: 'sale' })).toBe('2027-de-sale')
    expect(write({ year: '2027' })).toBe('2027--')
    expect(write({})).toBe('')
  })

  it.each([
    ['2027-at-sale', { year: '2027', market: 'at', name: 'sale' }],
    ['2027--sale', { year: '2027', market: '', name: 'sale' }],
    ['2027-fr-sale', { year: '2027', market: 'fr', name: 'sale' }],
    ['2027--', { year: '2027', market: '', name: '' }],
    ['Spring sale', null],
  ])('%s is read into its parts, even if it isn’t complete', (name, parts) => {
    expect(createNameBuilder(rule).read(name)).toEqual(parts)
  })

  it('a name of another form is placed in the last part that may have any value', () => {
    expect(createNameBuilder(rule).place('Spring sale')).toEqual({ name: 'Spring sale' })
    expect(createNameBuilder(builtName.parse({ template: '{year}' })).place('Spring sale')).toBeNull()
  })

  it('the wrong parts of a name are those that are empty or not allowed', () => {
    const { wrongParts } = createNameBuilder(rule)
    expect(wrongParts({ year: '2027', market: 'fr', name: 'sale' })).toEqual(['market'])
    expect(wrongParts({ name: 'sale' })).toEqual(['year', 'market'])
    expect(wrongParts({ year: '2027', market: 'de', name: 'sale' })).toEqual(['year', 'market', 'name'])
  })

  it('a part that is named like an inherited member has no list', () => {
    const { parts } = createNameBuilder(builtName.parse({ template: '{constructor}' }))
    expect(parts).toEqual([{ name: 'constructor', before: '', values: [] }])
  })

  it('a part may not be named __proto__', () => {
    expect(builtName.safeParse({ template: '{__proto__}' }).success).toBe(false)
  })

  it('a name is valid if a part contains the separator', () => {
    const ending = builtName.parse({ template: '{name}-{market}', lists: { market: ['de'] } })
    expect(createNameCheck(ending)('black-friday-de')).toBeNull()
  })

  it.each([
    ['2026-de-sale', null],
    ['26-de-sale', '“26” is not a year of four digits.'],
    ['2026-fr-sale', '“fr” is not an allowed market. Allowed: de, at, de-ch.'],
    ['2026', 'It must have the form {year}-{market}-{name}.'],
    ['2026-de-', 'It must have the form {year}-{market}-{name}.'],
  ])('the error of “%s” is %j', (name, expected) => {
    expect(createNameCheck(rule)(name)).toBe(expected)
  })

  it('the error of a part names only the first of many allowed values', () => {
    const markets = builtName.parse({
      template: '{market}-{name}',
      lists: { market: ['de', 'fr', 'it', 'es', 'pt', 'nl', 'pl'] },
    })
    const error = '“uk” is not an allowed market. Allowed: de, fr, it, es, pt and 2 more.'
    expect(createNameCheck(markets)('uk-sale')).toBe(error)
  })

  it.each([
    ['sale', 'Enter at least one part, such as {name}.'],
    ['{a}{b}', 'Put a separator between two parts.'],
    ['{a}-{a}', 'Each part can be used once.'],
    ['{a}-{b}-{c}-{d}-{e}-{f}-{g}-{h}-{i}-{j}-{k}', 'At most 10 parts are allowed.'],
  ])('the template “%s” is rejected', (template, expected) => {
    expect(builtName.safeParse({ template }).error?.issues[0]?.message).toBe(expected)
  })

  it('a name that can be split in too many ways is rejected with that reason', () => {
    const market = Array.from({ length: 120 }, (_, index) => `x${'-x'.repeat(index)}`)
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    const many = builtName.parse({
      template: `${letters.map((part) => `{${part}}`).join('-')}-{year}`,
      lists: Object.fromEntries(letters.map((part) => [part, market])),
    })
    expect(createNameCheck(many)(`x${'-x'.repeat(120)}`)).toMatch(/^This name has too many separators for/)
    expect(createNameCheck(many)(`x${'-x'.repeat(8)}-2026`)).toBeNull()
  })

  it('a name is valid exactly if a regular expression with the same parts matches it', () => {
    const random = seededRandom(7)
    const choose = (count: number) => Math.floor(random() * count)
    const lists = { b: ['x', 'x-y', 'y-'], c: ['y', 'x--'] }
    const templates = ['{a}-{b}-{c}', '{a}-{d}-{b}-', '-{b}--{a}', '{b}-{a}-{c}-{d}', '{a}-{d}-{e}']
    for (const template of templates) {
      const used = Object.entries(lists).filter(([part]) => template.includes(`{${part}}`))
      const check = createNameCheck(builtName.parse({ template, lists: Object.fromEntries(used) }))
      const pattern = template.replace(/\{(\w)\}/g, (_, part: string) =>
        part in lists ? `(?:${lists[part as keyof typeof lists].join('|')})` : '.+',
      )
      for (let round = 0; round < 500; round++) {
        const name = Array.from({ length: 1 + choose(9) }, () => 'xy-'.charAt(choose(3))).join('')
        expect([template, name, check(name) === null]).toEqual([
          template,
          name,
          new RegExp(`^${pattern}$`).test(name),
        ])
      }
    }
  })
})
