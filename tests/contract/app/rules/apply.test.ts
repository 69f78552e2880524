import { describe, expect, it } from 'vitest'
import { createRules } from '../../../../contract/app/rules/apply.ts'
import { createRuleTest } from '../../../../contract/app/rules/check/ruleTest.ts'
import { createTransform } from '../../../../contract/app/rules/transform.ts'
import type { RuleFieldValues } from '../../../../contract/service/rules/ruleFields.ts'
import { fieldRule, trackingRules } from '../../../../contract/service/rules/trackingRules.ts'

const noValues: RuleFieldValues = { campaign: '', source: '', medium: '', tags: [] }
const apply = (rules: Parameters<typeof trackingRules.parse>[0], values: Partial<RuleFieldValues>) =>
  createRules(trackingRules.parse(rules))({ ...noValues, ...values })
const textsOf = (rules: unknown, values: Partial<RuleFieldValues>) =>
  apply(rules, values).findings.map(({ text, isError }) => `${isError ? 'error' : 'warning'}: ${text}`)

describe('a rule transforms a value before it is checked', () => {
  it.each([
    [{ lowerCase: true, separator: '-' }, '  Black Friday ', 'black-friday'],
    [{ separator: '_' }, 'Black - Friday 2026', 'Black_Friday_2026'],
    [{ separator: '-' }, 'shop.example.com', 'shop.example.com'],
    [{ separator: '.' }, 'black-friday_sale', 'black.friday.sale'],
    [{ lowerCase: true, separator: '-' }, ' - ', ''],
    [{ values: ['twitter'] }, 'Twitter', 'twitter'],
    [{ values: ['caf\u00e9'] }, 'cafe\u0301', 'caf\u00e9'],
    [{ values: ['cafe\u0301'] }, 'caf\u00e9', 'caf\u00e9'],
    [{ lowerCase: true }, 'Cafe\u0301', 'caf\u00e9'],
    [{ values: ['black_friday'] }, 'Black Friday', 'black_friday'],
    [{ values: ['x', 'Twitter'] }, 'Twitter', 'Twitter'],
    [{}, ' as Typed ', 'as Typed'],
  ])('the rule %j turns “%s” into “%s”', (rule, typed, expected) => {
    expect(createTransform(fieldRule.parse(rule))(typed)).toBe(expected)
  })

  it('a transformed value does not change when it is transformed again', () => {
    const transform = createTransform(
      fieldRule.parse({ lowerCase: true, separator: '-', values: ['Black_Friday', 'twitter'] }),
    )
    for (const typed of ['Black Friday', 'TWITTER', 'a  b', '-x-']) {
      const once = transform(typed)
      expect(transform(once)).toBe(once)
    }
  })
})

describe('a rule finds values that break it', () => {
  const source = { values: ['newsletter', 'twitter'] }
  it.each<[string, unknown, Partial<RuleFieldValues>, string[]]>([
    ['a required field is empty', { source: { presence: 'required' } }, {}, ['error: Enter a source.']],
    [
      'a required field is blank',
      { medium: { presence: 'required' } },
      { medium: '  ' },
      ['error: Enter a medium.'],
    ],
    ['tags are required', { tags: { presence: 'required' } }, {}, ['error: Enter at least one tag.']],
    ['a value is in the list', { source }, { source: 'twitter' }, []],
    ['a value differs from the list only in case', { source }, { source: 'Twitter' }, []],
    ['an optional field is empty', { source }, {}, []],
    [
      'a value is not in the list',
      { source },
      { source: 'twiter' },
      ['error: “twiter” is not one of the sources in the list.'],
    ],
    [
      'a value is not in an open list',
      { source: { ...source, isOpen: true } },
      { source: 'x' },
      ['warning: “x” is not one of the sources in the list.'],
    ],
    [
      'a value is too long',
      { campaign: { maxLength: 5 } },
      { campaign: 'a💥cdef' },
      ['error: At most 5 characters are allowed. This has 6.'],
    ],
    [
      'a value contains a forbidden word',
      { campaign: { forbidden: ['Test'], isWarning: true } },
      { campaign: 'my_test-1' },
      ['warning: “Test” is not allowed here.'],
    ],
    [
      'a forbidden word is only part of another',
      { campaign: { forbidden: ['test'] } },
      { campaign: 'contest' },
      [],
    ],
    [
      'a value does not match the pattern',
      { campaign: { pattern: '####-*' } },
      { campaign: 'sale' },
      ['error: It must have the form ####-*.'],
    ],
    ['a value matches the pattern', { campaign: { pattern: '####-*' } }, { campaign: '2026-sale' }, []],
    [
      'one of the tags is not allowed',
      { tags: { values: ['blue', 'red'] } },
      { tags: ['blue', 'bleu', 'green'] },
      [
        'error: “bleu” is not one of the tags in the list.',
        'error: “green” is not one of the tags in the list.',
      ],
    ],
  ])('the right findings are returned if %s', (_, rules, values, expected) => {
    expect(textsOf(rules, values)).toEqual(expected)
  })

  const medium = {
    values: ['cpc'],
    dependent: { on: 'source', lists: [{ value: 'newsletter', values: ['email'] }] },
  }
  it.each([
    ['newsletter', 'email', []],
    [
      'newsletter',
      'cpc',
      ['error: “cpc” is not one of the mediums in the list for the source “newsletter”.'],
    ],
    ['twitter', 'cpc', []],
    ['twitter', 'email', ['error: “email” is not one of the mediums in the list.']],
  ])('with the source %s, the medium %s has the right findings', (from, value, expected) => {
    expect(textsOf({ medium }, { source: from, medium: value })).toEqual(expected)
  })

  it('a dependent value is checked against the transformed source', () => {
    const rules = { source: { lowerCase: true }, medium }
    expect(textsOf(rules, { source: 'NEWSLETTER', medium: 'email' })).toEqual([])
  })

  it('a dependent list applies although the other field’s value differs in case and separators', () => {
    const rules = {
      source: { lowerCase: true, separator: '-' },
      medium: { dependent: { on: 'source', lists: [{ value: 'Black Friday', values: ['email'] }] } },
    }
    expect(textsOf(rules, { source: 'Black Friday', medium: 'cpc' })).toEqual([
      'error: “cpc” is not one of the mediums in the list for the source “black-friday”.',
    ])
  })

  it('every kind of rule handles a value of a hundred thousand characters', () => {
    const rule = {
      ...{
        pattern: '*a'.repeat(100),
        forbidden: ['a b'],
        values: Array.from({ length: 2_000 }, (_, at) => `v${at}`),
      },
      builtName: { template: '{a}-{b}-{c}-{year}', lists: { a: ['x'] } },
    }
    const [finding] = apply({ campaign: rule }, { campaign: '-x'.repeat(50_000) }).findings
    expect(finding?.isError).toBe(true)
  })

  it('the value that was probably meant is suggested', () => {
    const fixOf = (value: string) => apply({ source }, { source: value }).findings[0]?.fix
    expect(['twiter', 'newsleter', 'facebook', 'x'].map(fixOf)).toEqual(['twitter', 'newsletter', null, null])
  })

  it('an error is found before a warning about the same value', () => {
    const rule = { values: ['a'], isOpen: true, maxLength: 3 }
    expect(textsOf({ campaign: rule }, { campaign: 'long' })).toEqual([
      'error: At most 3 characters are allowed. This has 4.',
    ])
  })
})

describe('rules that contradict themselves', () => {
  it.each<[string, unknown, string]>([
    ['a field depends on itself', { medium: { dependent: { on: 'medium', lists: [] } } }, 'medium.dependent'],
    ['tags are built from parts', { tags: { builtName: { template: '{a}' } } }, 'tags.builtName'],
    [
      'a template has no part',
      { campaign: { builtName: { template: 'sale' } } },
      'campaign.builtName.template',
    ],
    [
      'a list belongs to a missing part',
      { campaign: { builtName: { template: '{a}', lists: { b: [] } } } },
      'campaign.builtName.lists.b',
    ],
    ['a pattern is too long', { campaign: { pattern: '*'.repeat(201) } }, 'campaign.pattern'],
    ['a key is unknown', { campaign: { lowercase: true } }, 'campaign'],
  ])('rules are rejected if %s', (_, rules, path) => {
    const paths = trackingRules.safeParse(rules).error?.issues.map((issue) => issue.path.join('.'))
    expect(paths).toEqual([path])
  })
})

it('100,000 rows with repeated values are checked against four fields’ rules', () => {
  const list = Array.from({ length: 200 }, (_, index) => `value-${index}`)
  const rule = {
    ...{ presence: 'required', lowerCase: true, separator: '-', values: list, maxLength: 50 },
    ...{ forbidden: ['test'], pattern: '*' },
  }
  const rules = trackingRules.parse({
    campaign: rule,
    source: rule,
    medium: rule,
    tags: rule,
  })
  const check = createRules(rules)
  let findings = 0
  for (let row = 0; row < 100_000; row++) {
    const value = `Value ${row % 400}`
    findings += check({ campaign: value, source: value, medium: value, tags: [value] }).findings.length
  }
  expect(findings).toBe(4 * 50_000)
})

describe('a hidden field has its start value', () => {
  const rules = {
    medium: { presence: 'hidden', start: 'QR Code', lowerCase: true, separator: '-' },
    tags: { presence: 'hidden', start: 'print, Summer', lowerCase: true },
  }

  it('an empty hidden field becomes its start value, as the rules write it', () => {
    expect(apply(rules, {}).values).toMatchObject({ medium: 'qr-code', tags: ['print', 'summer'] })
  })

  it('a value in a hidden field, such as one of a preset, is kept', () => {
    expect(apply(rules, { medium: 'email', tags: ['x'] }).values).toMatchObject({
      medium: 'email',
      tags: ['x'],
    })
  })

  it('a field that is shown stays empty although it has a start value', () => {
    expect(apply({ medium: { start: 'qr' } }, {}).values.medium).toBe('')
  })
})

describe('checking an existing link against the rules', () => {
  const rules = trackingRules.parse({
    campaign: { lowerCase: true, separator: '-' },
    source: { values: ['twitter'], isOpen: true },
    medium: { presence: 'hidden', start: 'email' },
    tags: { lowerCase: true },
  })
  const breaks = createRuleTest(rules)
  it.each<[string, Partial<RuleFieldValues>, boolean]>([
    ['all values follow the rules', { campaign: 'black-friday', source: 'twitter', tags: ['a'] }, false],
    ['a hidden field is empty', { source: 'twitter' }, false],
    ['a value is spelled differently', { campaign: 'Black Friday', source: 'twitter' }, true],
    ['a tag is spelled differently', { source: 'twitter', tags: ['a', 'B'] }, true],
    ['a value has a warning', { source: 'facebook' }, true],
  ])('a link is checked correctly if %s: %j', (_, values, expected) => {
    expect(breaks({ ...noValues, ...values })).toBe(expected)
  })
})

describe('a template and a pattern that the spelling would change', () => {
  it.each([
    [{ separator: '-', builtName: { template: '{year}_{market}' } }, '2026_de', '2026-de'],
    [
      { lowerCase: true, builtName: { template: '{market} {name}', lists: { market: ['DE'] } } },
      'DE X',
      'de x',
    ],
    [{ lowerCase: true, separator: '-', pattern: 'Q# *_x' }, 'Q1 sale X', 'q1-sale-x'],
  ])('%j allows “%s” as “%s”', (campaign, typed, written) => {
    const { values, findings } = apply({ campaign }, { campaign: typed })
    expect([values.campaign, findings]).toEqual([written, []])
  })

  it('the error about a name shows the template in the rules’ spelling', () => {
    const campaign = { separator: '-', lowerCase: true, builtName: { template: 'DE_{name}', lists: {} } }
    expect(textsOf({ campaign }, { campaign: 'x' })).toEqual(['error: It must have the form de-{name}.'])
  })
})
