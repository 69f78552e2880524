import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoints, formatCount, isStorable, storableText } from '../../contract/text.ts'
import { anyText } from '../anyText.ts'

it('counts code points as the string iterator does', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(codePoints(text)).toBe(Array.from(text).length)
    }),
  )
  expect(codePoints('a\ud83d')).toBe(2)
})

it('knows what no database damages', () => {
  expect(['', 'a', '💥', '\u0001', '\uffff'].every(isStorable)).toBe(true)
  expect(['\0', 'a\0', '\ud83d', '\udca5a', 'a\udca5\ud83d'].some(isStorable)).toBe(false)
})

it('takes exactly so many code points', () => {
  const three = storableText(3)
  expect(['', 'abc', '💥💥💥'].map((text) => three.safeParse(text).success)).toEqual([true, true, true])
  expect(three.safeParse('💥💥💥!').error?.issues[0]?.message).toBe('Must be at most 3 characters long.')
})

it('groups the digits of a whole number as English does', () => {
  for (const count of [0, 7, 255, 1_000, 2_048, 32_768, 100_000, 1_234_567]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en'))
  }
})
