import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shorten } from '../../../renderer/ui/shorten.ts'
import { effort } from '../../effort.ts'

const length = (text: string) => [...new Intl.Segmenter().segment(text)].length

describe('shorten', () => {
  it('shorten cuts the middle and keeps both ends', () => {
    expect(shorten('https://links.example.com/summer-sale/Ab3dEf7', 24)).toBe('https://link…ale/Ab3dEf7')
    expect(shorten('https://links.example.com/Ab3dEf7', 40)).toBe('https://links.example.com/Ab3dEf7')
  })

  it('shorten counts visible characters and never splits one', () => {
    expect(shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦')
    expect(shorten('👩‍👩‍👧‍👦bcde👨‍👩‍👧', 3)).toBe('👩‍👩‍👧‍👦…👨‍👩‍👧')
  })

  it('shorten never exceeds the limit and keeps both ends', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.integer({ min: 3, max: 80 }), (url, max) => {
        const short = shorten(url, max)
        expect(length(short)).toBeLessThanOrEqual(max)
        if (short === url) return
        const [head = '', tail = ''] = short.split('…')
        expect([url.startsWith(head), url.endsWith(tail)]).toEqual([true, true])
      }),
      { numRuns: effort(200) },
    )
  })

  it('shorten neither splits a character of many marks nor returns more than 16 units for each', () => {
    const accented = `Z${'\u0310\u0335'.repeat(20)}`
    const [head = '', tail = ''] = shorten(accented.repeat(240), 24).split('…')
    expect([head, tail].map((part) => part.replaceAll(accented, ''))).toEqual(['', ''])
    expect(head.startsWith(accented)).toBe(true)
    expect(shorten(`Z${'\u0310'.repeat(10_000)}z`, 24)).toBe('…z')
    for (const text of [accented.repeat(240), '👨‍👩‍👧‍👦'.repeat(900), 'a\u0310'.repeat(5_000)])
      expect(shorten(text, 24).length).toBeLessThanOrEqual(24 * 16)
  })

  it('shorten reads only the ends of a long text', () => {
    expect(shorten(`${'a'.repeat(4_000_000)}z`, 9)).toBe('aaaa…aaaz')
  })
})
