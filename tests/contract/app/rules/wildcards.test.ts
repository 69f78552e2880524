import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesWildcards } from '../../../../contract/app/rules/wildcards.ts'

it.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['a*c', 'abcbc', true],
  ['a*c', 'abcb', false],
  ['?#', 'x7', true],
  ['?#', 'xx', false],
  ['####-*', '2026-sale', true],
  ['a.c', 'abc', false],
  ['?', '💥', true],
])('matching the pattern “%s” with “%s” returns %s', (pattern, text, expected) => {
  expect(matchesWildcards(pattern, text)).toBe(expected)
})

it('a pattern matches the same texts as the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), maxLength: 8 })
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '*', '?', '#'), maxLength: 6 })
  const meaning: Record<string, string> = { '*': '.*', '?': '.', '#': '\\d' }
  fc.assert(
    fc.property(patterns, letters, (pattern, text) => {
      const source = Array.from(pattern, (letter) => meaning[letter] ?? letter).join('')
      expect(matchesWildcards(pattern, text)).toBe(new RegExp(`^${source}$`).test(text))
    }),
    { numRuns: 5_000 },
  )
})

it('a pattern that would hang a regular expression is matched quickly', () => {
  expect(matchesWildcards('*a'.repeat(100), 'a'.repeat(255) + 'b')).toBe(false)
})
