import { describe, expect, it } from 'vitest'
import { commonSources, addCommonWords } from '../../renderer/features/suggestions/commonSuggestions.ts'
import { findNearDuplicate, suggestionReason } from '../../contract/nearDuplicate.ts'

const known = [
  { value: 'twitter', count: 12 },
  { value: 'newsletter', count: 5 },
  { value: 'summer-sale-2025', count: 3 },
  { value: 'cpc', count: 9 },
  { value: 'Twitter', count: 1 },
]
const suggestionFor = (typed: string) => findNearDuplicate(typed, known)?.value ?? null

describe('nearDuplicate', () => {
  it.each([
    ['Twiter', 'twitter'],
    ['TWITTER', 'twitter'],
    ['twtiter', 'twitter'],
    ['twitter ', 'twitter'],
    ['News Letter', 'newsletter'],
    ['newslettr', 'newsletter'],
    ['Summer_Sale_2025', 'summer-sale-2025'],
  ])('takes %j for %j', (typed, word) => {
    expect(suggestionFor(typed)).toBe(word)
  })

  it.each(['', ' ', 'twitter', 'facebook', 'cpm', 'CPA', 'summer-sale-2026', 'tw'])(
    'takes %j for itself',
    (typed) => {
      expect(suggestionFor(typed)).toBeNull()
    },
  )

  it('prefers the spelling that is used more, also to one that is in use', () => {
    expect(suggestionFor('Twitter')).toBe('twitter')
  })

  it('knows the usual words where the library knows none', () => {
    const words = addCommonWords([{ value: 'facebook', count: 2 }], commonSources)
    expect(words.filter(({ value }) => value === 'facebook')).toEqual([{ value: 'facebook', count: 2 }])
    expect(findNearDuplicate('Twiter', words)).toEqual({ value: 'twitter', count: 0 })
  })
})

describe('reasonFor', () => {
  it('says why', () => {
    expect(suggestionReason({ value: 'a', count: 0 })).toBe('“a” is the usual spelling.')
    expect(suggestionReason({ value: 'a', count: 1 })).toBe('You already use “a” in 1 link.')
    expect(suggestionReason({ value: 'a', count: 1200 })).toBe('You already use “a” in 1,200 links.')
  })
})
