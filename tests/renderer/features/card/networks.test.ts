import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints } from '../../../../contract/service/text/text.ts'
import {
  truncateForNetwork,
  networksTruncating,
  networks,
} from '../../../../renderer/features/card/networks.ts'
import { anyText } from '../../../anyText.ts'

describe('networksTruncating', () => {
  it('networksTruncating returns the networks that truncate a text, but none that do not show it', () => {
    expect(networksTruncating('title', 'x'.repeat(65))).toEqual([])
    expect(networksTruncating('title', 'x'.repeat(66)).map(({ id }) => id)).toEqual(['whatsapp'])
    expect(networksTruncating('subtitle', 'x'.repeat(1000)).map(({ id }) => id)).toEqual([
      'whatsapp',
      'slack',
      'x',
      'facebook',
    ])
  })
})

describe('truncateForNetwork', () => {
  it('truncateForNetwork keeps a short text and cuts a long one at a word', () => {
    expect(truncateForNetwork('short', 10)).toBe('short')
    expect(truncateForNetwork('one two three four', 16)).toBe('one two three…')
    expect(truncateForNetwork('onetwothreefour', 10)).toBe('onetwothr…')
  })

  it('truncateForNetwork never exceeds the limit or splits a character', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.constantFrom(...networks), (text, network) => {
        const truncated = truncateForNetwork(text, network.title)
        expect(codePoints(truncated)).toBeLessThanOrEqual(network.title)
        expect(truncated.isWellFormed()).toBe(true)
      }),
    )
  })
})
