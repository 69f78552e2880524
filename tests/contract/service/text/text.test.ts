import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  codePoints,
  formatCount,
  isStorable,
  storableTextError,
} from '../../../../contract/service/text/text.ts'
import { storableText } from '../../../../contract/service/text/textSchema.ts'
import { anyText } from '../../../anyText.ts'

it('codePoints counts like the string iterator', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(codePoints(text)).toBe(Array.from(text).length)
    }),
  )
  expect(codePoints('a\ud83d')).toBe(2)
})

it('isStorable accepts only text that every database preserves', () => {
  expect(['', 'a', '💥', '\u0001', '\uffff'].every(isStorable)).toBe(true)
  expect(['\0', 'a\0', '\ud83d', '\udca5a', 'a\udca5\ud83d'].some(isStorable)).toBe(false)
})

it('a text that cannot be stored says what to do', () => {
  for (const text of ['Sale\0', '\ud83d!'])
    expect(storableTextError(text, 255)).toBe(
      'Contains an invisible or damaged character. Delete it, or type the text again.',
    )
})

it('storableText accepts exactly the maximum number of code points', () => {
  const three = storableText(3)
  expect(['', 'abc', '💥💥💥'].map((text) => three.safeParse(text).success)).toEqual([true, true, true])
  expect(three.safeParse('💥💥💥!').error?.issues[0]?.message).toBe('Must be at most 3 characters long.')
})

it('formatNumber follows the region, formatCount never does', () => {
  const formatted = (region: string) => {
    const module = JSON.stringify(new URL('../../../../contract/service/text/text.ts', import.meta.url).href)
    const script = `import { formatCount, formatNumber } from ${module}; console.log(formatCount(1234567), formatNumber(1234567))`
    const env = { ...process.env, LC_ALL: region }
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
  }
  expect(formatted('en_US.UTF-8')).toBe('1,234,567 1,234,567\n')
  expect(formatted('de_DE.UTF-8')).toBe('1,234,567 1.234.567\n')
})

it('formatCount groups digits with commas', () => {
  for (const count of [0, 7, 255, 1_000, 2_048, 32_768, 100_000, 1_234_567]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en'))
  }
})
