import { describe, expect, it } from 'vitest'
import { commonSources, addCommonWords } from '../../../../renderer/features/suggestions/commonSuggestions.ts'
import { findNearDuplicate, suggestionReason } from '../../../../contract/app/link/nearDuplicate.ts'

const known = [
  { value: 'twitter', count: 12 },
  { value: 'newsletter', count: 5 },
  { value: 'summer-sale-2025', count: 3 },
  { value: 'cpc', count: 9 },
  { value: 'Twitter', count: 1 },
]
const suggestionFor = (typed: string) => findNearDuplicate(typed, known)?.value ?? null

describe('findNearDuplicate', () => {
  it.each([
    ['Twiter', 'twitter'],
    ['TWITTER', 'twitter'],
    ['twtiter', 'twitter'],
    ['twitter ', 'twitter'],
    ['News Letter', 'newsletter'],
    ['newslettr', 'newsletter'],
    ['Summer_Sale_2025', 'summer-sale-2025'],
  ])('findNearDuplicate corrects %j to %j', (typed, word) => {
    expect(suggestionFor(typed)).toBe(word)
  })

  it.each(['', ' ', 'twitter', 'facebook', 'cpm', 'CPA', 'summer-sale-2026', 'tw'])(
    'findNearDuplicate suggests nothing for %j',
    (typed) => {
      expect(suggestionFor(typed)).toBeNull()
    },
  )

  it('findNearDuplicate compares long words as a whole', () => {
    const start = 'spring-sale-'.repeat(10)
    const words = [{ value: `${start}shoes`, count: 5 }]
    expect(findNearDuplicate(`${start}bags`, words)).toBeNull()
    expect(findNearDuplicate(`${start}SHOES`, words)).toEqual(words[0])
  })

  it('findNearDuplicate prefers the more frequent spelling', () => {
    expect(suggestionFor('Twitter')).toBe('twitter')
  })

  it('findNearDuplicate knows common words even if the library is empty', () => {
    const words = addCommonWords([{ value: 'facebook', count: 2 }], commonSources)
    expect(words.filter(({ value }) => value === 'facebook')).toEqual([{ value: 'facebook', count: 2 }])
    expect(findNearDuplicate('Twiter', words)).toEqual({ value: 'twitter', count: 0 })
  })
})

describe('suggestionReason', () => {
  it('suggestionReason explains a suggestion', () => {
    expect(suggestionReason({ value: 'a', count: 0 })).toBe('“a” is the usual spelling.')
    expect(suggestionReason({ value: 'a', count: 1 })).toBe('You already use “a” in 1 link.')
    expect(suggestionReason({ value: 'a', count: 1200 })).toBe('You already use “a” in 1,200 links.')
  })
})
