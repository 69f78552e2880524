import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryFields } from '../../../../contract/app/library/columns/columnLists.ts'
import { parseQuery, queryStates } from '../../../../contract/app/library/query.ts'
import { anyText } from '../../../anyText.ts'

const word = (text: string, more: object = {}) => ({
  negated: false,
  text,
  column: null,
  phrase: false,
  open: false,
  ...more,
})

describe('a search is read', () => {
  it.each<[string, object[]]>([
    ['', []],
    ['   ', []],
    ['summer', [word('summer', { open: true })]],
    ['summer ', [word('summer')]],
    ['summer sale', [word('summer'), word('sale', { open: true })]],
    ['"summer sale"', [word('summer sale', { phrase: true })]],
    ['„Sommer Sale“ x', [word('Sommer Sale', { phrase: true }), word('x', { open: true })]],
    ['"summer sa', [word('summer sa', { phrase: true })]],
    ['-draft ', [word('draft', { negated: true })]],
    ['-"two words"', [word('two words', { negated: true, phrase: true })]],
    ['tag:vip ', [word('vip', { column: 'tags' })]],
    ['TAG:vip ', [word('vip', { column: 'tags' })]],
    ['-campaign:x ', [word('x', { column: 'campaign', negated: true })]],
    ['title:"big sale"', [word('big sale', { column: 'title', phrase: true })]],
    ['title: sale ', [word('sale')]],
    ['is:starred', [{ negated: false, is: 'starred' }]],
    ['-is:Archived', [{ negated: true, is: 'archived' }]],
    ['is:nothing ', [word('is:nothing')]],
    ['is:', []],
    ['nofield:x ', [word('nofield:x')]],
    ['https://a.example/x ', [word('https://a.example/x')]],
    ['-', []],
    ['""', []],
    ['constructor:x __proto__:y ', [word('constructor:x'), word('__proto__:y')]],
  ])('parseQuery parses %j', (search, terms) => {
    expect(parseQuery(search)).toEqual(terms)
  })
})

const part = fc.oneof(
  anyText(),
  fc.constantFrom('"', '-', ':', ' ', '„', '\0', '*', '(', ')', '{', '^', 'NEAR(', 'AND', 'OR', 'NOT'),
  fc.constantFrom(...Object.keys(queryFields), ...queryStates).map((name) => `${name}:`),
)
const anything = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))

describe('whatever is typed', () => {
  it('parseQuery parses any text and returns only text that was typed', () => {
    fc.assert(
      fc.property(anything, (search) => {
        for (const term of parseQuery(search)) {
          if ('is' in term) expect(queryStates).toContain(term.is)
          else {
            expect(search).toContain(term.text)
            expect(term.text).not.toBe('')
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('parseQuery parses word by word: text after a space changes nothing before it', () => {
    const plain = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(plain, (words) => {
        expect(parseQuery(`${words.join(' ')} `)).toEqual(words.map((text) => word(text)))
      }),
    )
  })
})
