import { describe, expect, it } from 'vitest'
import { listParameters, readParameter, writeParameters } from '../../../../contract/app/values/parameters.ts'

describe('a parameter that is written into an address', () => {
  it.each([
    ['https://a.example', 'https://a.example?utm_content=x%20y'],
    ['https://a.example/#top', 'https://a.example/?utm_content=x%20y#top'],
    ['https://a.example/?', 'https://a.example/?utm_content=x%20y'],
    ['https://a.example/?a=%2f&&b', 'https://a.example/?a=%2f&&b&utm_content=x%20y'],
    ['https://a.example/?utm_content=old&a=1', 'https://a.example/?utm_content=x%20y&a=1'],
    ['https://a.example/?utm%5Fcontent=old#?b', 'https://a.example/?utm%5Fcontent=x%20y#?b'],
    ['https://a.example/?utm_content=x+y', 'https://a.example/?utm_content=x+y'],
    ['https://a.example/?a&utm_content=1&b&utm_content=2', 'https://a.example/?a&utm_content=x%20y&b'],
    ['https://a.example/?utm_content', 'https://a.example/?utm_content=x%20y'],
    [
      'https://a.example/?url=https://b.example/?utm_content=1',
      'https://a.example/?url=https://b.example/?utm_content=1&utm_content=x%20y',
    ],
    ['shop://sale?utm_content=1', 'shop://sale?utm_content=1'],
    ['https://play.google.com/store/apps/details?id=a', 'https://play.google.com/store/apps/details?id=a'],
    ['https://a.example/?x=1&sig=2', 'https://a.example/?x=1&sig=2'],
    ['', ''],
  ])('%s becomes %s', (address, expected) => {
    expect(writeParameters(address, [['utm_content', 'x y']])).toBe(expected)
  })

  it.each(['a=b&c', 'ä#?&=%', '100 %', '+', '\u{1F600}'])('the value %s is read back', (value) => {
    expect(readParameter(writeParameters('https://a.example/?q=1#f', [['ref', value]]), 'ref')).toBe(value)
  })

  it('the parameters of an address are listed in order and decoded', () => {
    expect(listParameters('https://a.example/?b=1+2&&%61=%C3%A4&c#?d=1')).toEqual([
      ['b', '1 2'],
      ['a', 'ä'],
      ['c', ''],
    ])
  })
})
