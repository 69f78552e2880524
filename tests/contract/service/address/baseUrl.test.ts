import { describe, expect, it } from 'vitest'
import { findMistypedScheme, readBaseUrl } from '../../../../contract/service/address/baseUrl.ts'
import { isLoopback } from '../../../../contract/service/address/loopback.ts'

const whole = 'https://links.example.com/api/v1/sdk'

describe('readBaseUrl', () => {
  it.each([
    [whole, whole],
    [`  ${whole}/\n`, whole],
    ['links.example.com', whole],
    ['https://links.example.com', whole],
    ['HTTPS://LINKS.example.com//', whole],
    ['https://links.example.com:443/', whole],
    ['https://links.example.com/?a=b#c', whole],
    [`${whole}/generate_link`, whole],
    [`${whole}/link/Ab3dEf7?x`, whole],
    [`${whole}/openapi.json`, whole],
    ['https://links.example.com//api/v1/sdk//', whole],
    ['https:/links.example.com', whole],
    ['https:links.example.com', whole],
    ['intranet:8443', 'https://intranet:8443/api/v1/sdk'],
    ['localhost:/', 'http://localhost/api/v1/sdk'],
    ['https://example.com:8443/proxy', 'https://example.com:8443/proxy/api/v1/sdk'],
    ['https://example.com/proxy/api/v1/sdk/link/x', 'https://example.com/proxy/api/v1/sdk'],
    ['https://example.com/api/v1/sdkfoo', 'https://example.com/api/v1/sdkfoo/api/v1/sdk'],
    ['http://127.0.0.1:4680', 'http://127.0.0.1:4680/api/v1/sdk'],
    ['127.0.0.1:4680', 'http://127.0.0.1:4680/api/v1/sdk'],
    ['localhost:4680/api/v1/sdk', 'http://localhost:4680/api/v1/sdk'],
    ['https://localhost:4680', 'https://localhost:4680/api/v1/sdk'],
    ['[::1]:4680', 'http://[::1]:4680/api/v1/sdk'],
    ['bücher.example', 'https://xn--bcher-kva.example/api/v1/sdk'],
    [`"${whole}"`, whole],
    ['“links.example.com”', whole],
    [' <https://links.example.com> ', whole],
    ["'links.example.com/'", whole],
    [`${whole}\u200b`, whole],
    [`\ufeff${whole}\u00a0`, whole],
    ['https://links.exam\u00adple.com', whole],
  ])('readBaseUrl accepts %j', (text, baseUrl) => {
    expect(readBaseUrl(text)).toEqual({ ok: true, baseUrl })
  })

  it.each([
    ['', 'url_invalid'],
    ['   ', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['two words', 'url_invalid'],
    ['ftp://links.example.com', 'url_scheme'],
    ['javascript:alert(1)', 'url_scheme'],
    ['file:///etc/passwd', 'url_scheme'],
    ['htps:/links.example.com', 'url_scheme'],
    ['"htps://links.example.com"', 'url_scheme'],
    ['"links.example.com', 'url_invalid'],
    ['htps://links.example.com', 'url_scheme'],
    ['ttps:links.example.com', 'url_scheme'],
    ['https://user:secret@links.example.com', 'url_invalid'],
    ['https://links.example.com:99999', 'url_invalid'],
    ['http://links.example.com', 'url_insecure'],
    ['http://127.0.0.1.example.com', 'url_insecure'],
    ['http://192.168.1.10:4680', 'url_insecure'],
    ['http://localhost.example.com', 'url_insecure'],
    ['http://notlocalhost', 'url_insecure'],
  ])('readBaseUrl rejects %j', (text, code) => {
    expect(readBaseUrl(text)).toEqual({ ok: false, code })
  })

  it('readBaseUrl keeps its own result unchanged', () => {
    for (const text of [
      'links.example.com/x//y',
      '127.0.0.1:1/generate_link',
      'https://a.example/api/v1/sdk/api/v1/sdk',
    ]) {
      const once = readBaseUrl(text)
      expect(once.ok && readBaseUrl(once.baseUrl)).toEqual(once)
    }
  })
})

it.each([
  ['htps:/links.example.com', 'htps:/'],
  [' HTPPS://links.example.com', 'HTPPS://'],
  ['mailto:me@example.com', 'mailto:'],
  ['links.example.com:8443', null],
  ['https:/links.example.com', null],
])('findMistypedScheme in %j returns %j', (text, found) => {
  expect(findMistypedScheme(text)).toBe(found)
})

it('isLoopback accepts the names of this computer and no others', () => {
  const own = ['127.0.0.1', '127.255.0.3', '[::1]', '::1', 'localhost', 'LOCALHOST', 'app.localhost']
  const others = [
    '128.0.0.1',
    '127.0.0.1.example',
    '0.0.0.0',
    '[::]',
    'localhost.example',
    'notlocalhost',
    '.localhost2',
    '',
  ]
  expect(own.filter((name) => !isLoopback(name))).toEqual([])
  expect(others.filter(isLoopback)).toEqual([])
})
