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

  it('shorten reads only the ends of a long text', () => {
    expect(shorten(`${'a'.repeat(4_000_000)}z`, 9)).toBe('aaaa…aaaz')
  })
})
