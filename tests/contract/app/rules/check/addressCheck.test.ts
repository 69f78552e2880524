import { describe, expect, it } from 'vitest'
import { writeParameters } from '../../../../../contract/app/values/parameters.ts'
import { createAddressCheck, fixedAddress } from '../../../../../contract/app/rules/check/addressCheck.ts'
import { createRules } from '../../../../../contract/app/rules/apply.ts'
import { createRuleTest } from '../../../../../contract/app/rules/check/ruleTest.ts'
import { trackingRules } from '../../../../../contract/service/rules/trackingRules.ts'

const rules = trackingRules.parse({
  campaign: { lowerCase: true, separator: '-', presence: 'required' },
  source: { values: ['newsletter', 'twitter'] },
  medium: {
    dependent: { on: 'source', lists: [{ value: 'newsletter', values: ['email'] }] },
    values: ['social'],
    isOpen: true,
  },
})
const noValues = { campaign: '', source: '', medium: '' }
const check = createAddressCheck(createRules(rules))

describe('tracking in an address is checked by the rules', () => {
  it.each([
    ['https://a.example/', []],
    ['https://a.example/?utm_source=twitter&utm_medium=social&utm_campaign=sale', []],
    ['https://a.example/?utm_source=', []],
    ['https://a.example/?q=utm_source', []],
    ['https://play.google.com/store?utm_source=twiter', []],
    ['shop://a?utm_source=twiter', []],
    [
      'https://a.example/?utm_source=twiter',
      ['This address has utm_source=twiter. “twiter” is not one of the sources in the list.'],
    ],
    [
      'https://a.example/?utm_campaign=Black%20Friday',
      ['This address has utm_campaign=Black Friday. The rules require “black-friday”.'],
    ],
    [
      'https://a.example/?utm_source=newsletter&utm_medium=social',
      [
        'This address has utm_medium=social. “social” is not one of the mediums in the list for the source “newsletter”.',
      ],
    ],
  ])('the check of %s returns these warnings: %j', (address, texts) => {
    expect(check(address, noValues).map(({ text }) => text)).toEqual(texts)
  })

  it('the form’s tracking fields are used where an address has no tracking of its own', () => {
    const address = 'https://a.example/?utm_medium=email'
    expect(check(address, { ...noValues, source: 'newsletter' })).toEqual([])
    expect(check(address, noValues)).toHaveLength(1)
  })

  it('fixing an address changes only its tracking values', () => {
    const address =
      'https://a.example/%7e?b=%20+&utm_source=Twiter&utm_campaign=Black+Friday&c#d?utm_source=e'
    expect(fixedAddress(address, check(address, noValues))).toBe(
      'https://a.example/%7e?b=%20+&utm_source=twitter&utm_campaign=black-friday&c#d?utm_source=e',
    )
  })

  it('the warning about a long value does not repeat the value', () => {
    const address = `https://a.example/?utm_source=${'y'.repeat(30_000)}`
    const found = check(address, noValues)
    expect(found.map(({ text }) => text)).toEqual([
      'utm_source in this address has more than 255 characters.',
    ])
    expect(fixedAddress(address, found)).toBe(address)
  })

  it('fixing an address keeps a value that resembles no allowed one', () => {
    const address = 'https://a.example/?utm_source=Billboard'
    expect(fixedAddress(address, check(address, noValues))).toBe(address)
  })

  it('a link breaks the rules if its address breaks them', () => {
    const test = createRuleTest(rules)
    const link = { ...noValues, campaign: 'sale', tags: [] }
    expect(test(link, 'https://a.example/?utm_source=twitter')).toBe(false)
    expect(test(link, 'https://a.example/?utm_source=Twitter')).toBe(true)
  })
})

describe('tracking is removed from an address', () => {
  it.each([
    ['https://a.example/?utm_source=x', 'https://a.example/'],
    ['https://a.example/?utm_source=x#top', 'https://a.example/#top'],
    ['https://a.example/?a=1&utm_source=x&utm_source=y&b', 'https://a.example/?a=1&b'],
    ['https://a.example/#?utm_source=x', 'https://a.example/#?utm_source=x'],
  ])('%s without its source is %s', (address, left) => {
    expect(writeParameters(address, [['utm_source', null]])).toBe(left)
  })

  it('an address with a million parameters is processed quickly', () => {
    const address = `https://a.example/?${'utm_source&'.repeat(1_000_000)}`
    expect(writeParameters(address, [['utm_source', null]])).toBe('https://a.example/?')
  })
})
