import { describe, expect, it } from 'vitest'
import { findReferringHost } from '../../../service/visits/referrer.ts'

describe('the host of a referrer', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['https://news.example.org/a/b?session=1#x', 'news.example.org'],
    ['HTTP://News.Example.ORG', 'news.example.org'],
    ['https://news.example.org:8443/', 'news.example.org'],
    ['https://news.example.org./', 'news.example.org'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://user:secret@news.example.org/', 'news.example.org'],
  ])('the host of the referrer %s is %s', (referrer, host) => expect(findReferringHost(referrer)).toBe(host))

  it.each([
    'android-app://com.example.mail/',
    'about:blank',
    'news.example.org',
    'https://',
    'https://192.0.2.7/',
    'https://3221225991/',
    'https://[2001:db8::1]/',
    'http://localhost:3000/',
    'http://janes-laptop/',
    'https://a..b/',
    'https://under_score.example/',
    'https://ex\u0001ample.org/',
    `https://${'a'.repeat(64)}.example/`,
    `https://${'a.'.repeat(150)}example/`,
    `https://${'x'.repeat(10_000)}`,
    'javascript:alert(1)',
  ])('the host of the referrer %s counts as other', (referrer) =>
    expect(findReferringHost(referrer)).toBe('other'),
  )

  it('the host of a referrer is found quickly and has a bounded length for any input', () => {
    for (let visit = 0; visit < 5_000; visit++)
      expect(findReferringHost(`https://h${visit}.example/`)).toBe(`h${visit}.example`)
  })
})
