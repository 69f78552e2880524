import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byName, trackingNames } from '../../../../contract/service/link/fields.ts'
import { toAsciiUrl } from '../../../../contract/service/redirect/address.ts'
import { addTracking } from '../../../../contract/service/redirect/tracking.ts'
import type { Tracking } from '../../../../contract/service/redirect/tracking.ts'

const noTracking: Tracking = byName(trackingNames, () => null)
const all: Tracking = { ...noTracking, campaign: 'c', source: 's', medium: 'm' }
const utm = 'utm_campaign=c&utm_source=s&utm_medium=m'

describe('addTracking', () => {
  it.each([
    ['https://a.example', `https://a.example?${utm}`],
    ['https://a.example/', `https://a.example/?${utm}`],
    ['HTTPS://A.example/%7Ex', `HTTPS://A.example/%7Ex?${utm}`],
    ['https://a.example/?', `https://a.example/?${utm}`],
    ['https://a.example/?b=1', `https://a.example/?b=1&${utm}`],
    ['https://a.example/?b=1&', `https://a.example/?b=1&${utm}`],
    ['https://a.example/?b=%20+ä', `https://a.example/?b=%20+ä&${utm}`],
    ['https://a.example/#top', `https://a.example/?${utm}#top`],
    ['https://a.example/#/route?x=1', `https://a.example/?${utm}#/route?x=1`],
    ['https://a.example/?b=1#c#d', `https://a.example/?b=1&${utm}#c#d`],
    ['https://a.example/??b', `https://a.example/??b&${utm}`],
    ['https://a.example/??', `https://a.example/??&${utm}`],
    ['http://127.0.0.1:4680/x;y', `http://127.0.0.1:4680/x;y?${utm}`],
  ])('addTracking turns %s into %s', (url, expected) => {
    expect(addTracking(url, all)).toBe(expected)
  })

  it.each([
    ['https://a.example/?utm_source=mine', 'https://a.example/?utm_source=mine&utm_campaign=c&utm_medium=m'],
    ['https://a.example/?utm_source=', 'https://a.example/?utm_source=&utm_campaign=c&utm_medium=m'],
    ['https://a.example/?utm%5Fsource=x', 'https://a.example/?utm%5Fsource=x&utm_campaign=c&utm_medium=m'],
    ['https://a.example/?my_utm_source=1', `https://a.example/?my_utm_source=1&${utm}`],
    ['https://a.example/?UTM_SOURCE=1', `https://a.example/?UTM_SOURCE=1&${utm}`],
    ['https://a.example/#?utm_source=1', `https://a.example/?${utm}#?utm_source=1`],
    [`https://a.example/?${utm}`, `https://a.example/?${utm}`],
  ])('addTracking keeps tracking that %s already has', (url, expected) => {
    expect(addTracking(url, all)).toBe(expected)
  })

  it.each([
    'myapp://open?id=1',
    'market://details?id=a',
    'mailto:a@b.example',
    'intent://x#Intent;end',
    'httpsx://a',
    'ftp://a/',
  ])('addTracking leaves %s unchanged', (url) => {
    expect(addTracking(url, all)).toBe(url)
  })

  it('addTracking adds only tracking fields that have a value', () => {
    expect(addTracking('https://a.example/#x', noTracking)).toBe('https://a.example/#x')
    expect(addTracking('https://a.example/', { ...noTracking, medium: '' })).toBe('https://a.example/')
    const row = { id: '7', ...noTracking, campaign: 'c' }
    expect(addTracking('https://a.example/', row)).toBe('https://a.example/?utm_campaign=c')
  })

  it('addTracking encodes every character that could end a value', () => {
    const campaign = 'a&b=c#d?e+f g%h/💥'
    const url = addTracking('https://a.example/', { ...noTracking, campaign })
    expect(url).toBe('https://a.example/?utm_campaign=a%26b%3Dc%23d%3Fe%2Bf%20g%25h%2F%F0%9F%92%A5')
    expect(URL.parse(url)?.searchParams.get('utm_campaign')).toBe(campaign)
  })

  const word = fc.option(fc.string({ unit: 'grapheme' }))
  const tracking = fc.record(byName(trackingNames, () => word))
  const web = fc.webUrl({ withFragments: true, withQueryParameters: true })

  it('addTracking changes no other byte of the address', () => {
    fc.assert(
      fc.property(web, tracking, (url, words) => {
        const tracked = addTracking(url, words)
        const [, base = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? []
        const added = tracked.slice(base.length, tracked.length - fragment.length)
        expect(tracked).toBe(base + added + fragment)
        expect(added).toMatch(/^(?:[?&]?utm_[a-z]+=[^&#?]*(?:&utm_[a-z]+=[^&#?]*)*)?$/)
        const [before, after] = [URL.parse(url), URL.parse(tracked)]
        expect([after?.origin, after?.pathname, after?.hash]).toEqual([
          before?.origin,
          before?.pathname,
          before?.hash,
        ])
      }),
    )
  })

  it('addTracking writes each parameter once, readable by any query parser', () => {
    fc.assert(
      fc.property(web, tracking, (url, words) => {
        const query = URL.parse(addTracking(url, words))?.searchParams
        const ownParameters = URL.parse(url)?.searchParams
        for (const [name, word] of Object.entries(words)) {
          const before = ownParameters?.getAll(`utm_${name}`) ?? []
          expect(query?.getAll(`utm_${name}`)).toEqual(before.length > 0 ? before : word ? [word] : [])
        }
      }),
    )
  })

  it('addTracking adds nothing when called again', () => {
    fc.assert(
      fc.property(web, tracking, (url, words) => {
        const once = addTracking(url, words)
        expect(addTracking(once, words)).toBe(once)
      }),
    )
  })
})

describe('toAsciiUrl', () => {
  it('toAsciiUrl leaves printable ASCII unchanged, including escapes', () => {
    const printable = Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) =>
      String.fromCharCode(0x21 + index),
    ).join('')
    expect(toAsciiUrl(`https://a.example/${printable}%20`)).toBe(`https://a.example/${printable}%20`)
  })

  it('toAsciiUrl returns an equivalent address for browsers', () => {
    const url = fc
      .tuple(fc.webUrl({ withFragments: true }), fc.string({ unit: 'grapheme' }))
      .map(([base, rest]) => `${base}/${rest}x`)
      .filter((text) => URL.canParse(text) && text.isWellFormed())
    fc.assert(
      fc.property(url, (text) => {
        expect(toAsciiUrl(text)).toMatch(/^[\x21-\x7e]+$/)
        expect(URL.parse(toAsciiUrl(text))?.pathname).toBe(URL.parse(text)?.pathname)
      }),
    )
  })

  it.each([
    ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
    ['https://m%C3%BCnchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['HTTPS://München.example:8443?ü#ü', 'HTTPS://xn--mnchen-3ya.example:8443?%C3%BC#%C3%BC'],
    ['https://ü:ü@bücher.example/@x', 'https://%C3%BC:%C3%BC@xn--bcher-kva.example/@x'],
    ['https://例え。テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
    ['https://bücher.example\\x', 'https://xn--bcher-kva.example\\x'],
    ['https://a.example/https://bücher.example/', 'https://a.example/https://b%C3%BCcher.example/'],
    ['myapp://bücher/', 'myapp://b%C3%BCcher/'],
  ])('toAsciiUrl turns %s into %s, which every program can resolve', (url, expected) => {
    expect(toAsciiUrl(url)).toBe(expected)
  })
})

describe('app stores', () => {
  const play = 'https://play.google.com/store/apps/details?id=com.example'
  const link = 'https://go.example.com/Ab3dEf7'
  const apple = 'https://apps.apple.com/app/id1?pt=123'
  const readReferrer = (url: string) =>
    new URLSearchParams(URL.parse(url)?.searchParams.get('referrer') ?? '')

  it('Google Play gets tracking and the link in its referrer', () => {
    const url = addTracking(play, all, link)
    expect(url).toMatch(
      /^https:\/\/play\.google\.com\/store\/apps\/details\?id=com\.example&referrer=utm_campaign%3Dc/,
    )
    expect(url).not.toMatch(/[?&]utm_/)
    expect([...readReferrer(url)]).toEqual([
      ['utm_campaign', 'c'],
      ['utm_source', 's'],
      ['utm_medium', 'm'],
      ['link', link],
    ])
    expect([...readReferrer(addTracking(play, noTracking, link))]).toEqual([['link', link]])
    expect(addTracking(play, noTracking)).toBe(play)
  })

  it.each([
    `${play}&referrer=mine`,
    'https://play.google.com/store/search?q=x',
    'https://play.google.com/',
    'https://apps.apple.com/app/id1',
    'https://apps.apple.com/app/id1?pt=',
    'https://itunes.apple.com/app/id1',
    `${apple}&ct=mine`,
  ])('a store address that takes no tracking, %s, stays unchanged', (url) => {
    expect(addTracking(url, all, link)).toBe(url)
  })

  it('the App Store gets the campaign together with a provider token', () => {
    expect(addTracking(apple, all)).toBe(`${apple}&ct=c&mt=8`)
    expect(addTracking(`${apple}&mt=12#x`, all)).toBe(`${apple}&mt=12&ct=c#x`)
    expect(addTracking('https://itunes.apple.com/app/id1?pt=1', all)).toContain('&ct=c&mt=8')
    expect(addTracking('https://apps.apple.com./app/id1?pt=1', all)).toContain('&ct=c&mt=8')
    expect(addTracking(apple, { ...all, campaign: null })).toBe(apple)
    expect(addTracking('https://apps.apple.com.example/?pt=1', all)).toContain('utm_source=s')
  })

  it('store parameters keep the limits of the stores for any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 })
    fc.assert(
      fc.property(text, text, (campaign, source) => {
        const url = addTracking(play, { campaign, source, medium: 'm' }, link)
        const written = /&referrer=([^&#]*)$/.exec(url)?.[1] ?? ''
        expect(written.length).toBeLessThanOrEqual(512)
        const referrer = readReferrer(url)
        for (const [name, value] of Object.entries({ utm_campaign: campaign, utm_source: source }))
          expect([null, value.toWellFormed()]).toContain(referrer.get(name))
        const token = URL.parse(addTracking(apple, { ...noTracking, campaign }))?.searchParams.get('ct') ?? ''
        expect(Buffer.byteLength(token)).toBeLessThanOrEqual(40)
        expect(campaign.toWellFormed().startsWith(token)).toBe(true)
      }),
    )
  })
})
