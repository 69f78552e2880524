import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLinkPath } from '../../../../contract/service/path/linkPath.ts'
import { anyText } from '../../../anyText.ts'

const host = 'links.example.com'
const withHost = { path: 'Ab3dEf7', host }
const bare = { path: 'Ab3dEf7', host: null }

describe('findLinkPath', () => {
  it.each([
    ['https://links.example.com/Ab3dEf7', withHost],
    ['HTTPS://LINKS.EXAMPLE.COM/Ab3dEf7', withHost],
    ['  https://links.example.com/Ab3dEf7\n', withHost],
    ['https://links.example.com/Ab3dEf7/', withHost],
    ['https://links.example.com//Ab3dEf7//', withHost],
    ['https://links.example.com/Ab3dEf7?utm_source=x&y=https://other.example/z', withHost],
    ['https://links.example.com/Ab3dEf7#part/of/it', withHost],
    ['https://links.example.com/Ab3dEf7/?a=b#c', withHost],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flinks.example.com%2FAb3dEf7%3Fa%3Db&data=05%7C02&reserved=0',
      withHost,
    ],
    ['<https://links.example.com/Ab3dEf7>', withHost],
    ['"https://links.example.com/Ab3dEf7"', withHost],
    ['“https://links.example.com/Ab3dEf7”.', withHost],
    ['«https://links.example.com/Ab3dEf7»', withHost],
    ['(see https://links.example.com/Ab3dEf7)', withHost],
    ['Have a look: https://links.example.com/Ab3dEf7, or tomorrow!', withHost],
    ['Is it https://links.example.com/Ab3dEf7?', withHost],
    ['**https://links.example.com/Ab3dEf7**', withHost],
    ['[Sale](https://links.example.com/Ab3dEf7)', withHost],
    ['[https://links.example.com/Ab3dEf7](https://links.example.com/Ab3dEf7)', withHost],
    ['<a href="https://links.example.com/Ab3dEf7">Sale</a>', withHost],
    ['リンクはこちら：https://links.example.com/Ab3dEf7。', withHost],
    ['https://links.example.com/Ab3dEf7\u200b', withHost],
    ['\ufeffhttps://links.example.com/Ab3dEf7', withHost],
    ['From: x\r\n> https://links.example.com/Ab3dEf7\r\n> Regards', withHost],
    ['https://links.example.com/ and https://links.example.com/Ab3dEf7', withHost],
    ['https://links.example.com/Ab3dEf7 https://links.example.com/second', withHost],
    ['links.example.com/Ab3dEf7', withHost],
    ['Open links.example.com/Ab3dEf7 today', withHost],
    ['(links.example.com/Ab3dEf7).', withHost],
    ['links.example.com:8443/Ab3dEf7', { path: 'Ab3dEf7', host: 'links.example.com:8443' }],
    ['http://127.0.0.1:4680/Ab3dEf7', { path: 'Ab3dEf7', host: '127.0.0.1:4680' }],
    ['127.0.0.1:4680/Ab3dEf7', { path: 'Ab3dEf7', host: '127.0.0.1:4680' }],
    ['localhost:4680/Ab3dEf7', { path: 'Ab3dEf7', host: 'localhost:4680' }],
    ['http://[::1]:4680/Ab3dEf7', { path: 'Ab3dEf7', host: '[::1]:4680' }],
    ['https://bücher.example/Ab3dEf7', { path: 'Ab3dEf7', host: 'xn--bcher-kva.example' }],
    ['https://links.example.com/a/b/Ab3dEf7', withHost],
    ['https://links.example.com/caf%C3%A9', { path: 'café', host }],
    ['https://links.example.com/café', { path: 'café', host }],
    ['https://links.example.com/100%', { path: '100%', host }],
    ['https://links.example.com/a%2Fb', { path: 'a/b', host }],
    ['Ab3dEf7', bare],
    [' Ab3dEf7 ', bare],
    ['/Ab3dEf7', bare],
    ['/Ab3dEf7/', bare],
    ['<Ab3dEf7>', bare],
    ['"Ab3dEf7"', bare],
    ['(Ab3dEf7).', bare],
    ['Ab3dEf7?utm_source=x', bare],
    ['Ab3dEf7#x', bare],
    ['promo/Ab3dEf7', bare],
    ['summer-sale_2026', { path: 'summer-sale_2026', host: null }],
    ['caf%C3%A9', { path: 'café', host: null }],
  ])('findLinkPath finds the path in %j', (text, found) => {
    expect(findLinkPath(text)).toEqual(found)
  })

  it.each([
    '',
    ' \n',
    '/',
    '///',
    '.',
    '..',
    '%2e%2e',
    '?a=b',
    '#x',
    'https://links.example.com',
    'https://links.example.com/',
    'https://links.example.com/?a=b/c',
    'https://links.example.com/..',
    'https://links.example.com/a/%2e%2e/',
    'https://',
    'https://links.example.com:99999/Ab3dEf7',
    'two words',
    'myapp://open/Ab3dEf7',
  ])('findLinkPath finds no path in %j', (text) => {
    expect(findLinkPath(text)).toBeNull()
  })

  const path = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/)
  const prefix = fc.constantFrom('', ' ', '<', '"', '(', '\n', '**', '“', 'see ', 'リンク：')
  const after = fc.constantFrom('', ' ', '>', '"', ')', '\n', ', ', '. ', '?', '**', '”', ' now', '。')
  const suffix = fc.constantFrom('', '/', '?a=b', '#c')

  it('findLinkPath finds every path that our service makes in any surrounding text', () => {
    fc.assert(
      fc.property(path, prefix, after, suffix, (name, opening, closing, tail) => {
        const text = `${opening}https://${host}/${name}${tail}${closing}`
        expect(findLinkPath(text)).toEqual({ path: name, host })
      }),
    )
  })

  it('findLinkPath never throws and never returns a path that a URL would resolve away', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const found = findLinkPath(text)
        if (found) expect(found.path).not.toMatch(/^\.{0,2}$/)
      }),
      { numRuns: 1_000 },
    )
  })
})
