import { describe, expect, it } from 'vitest'
import { byName, trackingNames } from '../../../../contract/service/link/fields.ts'
import { completeAddress, fixAddress } from '../../../../contract/app/values/completeAddress.ts'
import {
  addressError,
  addressWarnings,
  trackingWarnings,
} from '../../../../contract/app/values/addressWarnings.ts'

const noTracking = byName(trackingNames, () => '')
const findWarnings = (url: string, platform: 'phone' | 'everyone' = 'phone', tracking = noTracking) => [
  ...addressWarnings(url, platform),
  ...trackingWarnings(url, tracking),
]

describe('addressWarnings', () => {
  it.each(['', 'https://example.com/a?b=c#d', 'http://127.0.0.1:8080/', 'http://localhost/x'])(
    'addressWarnings returns no warning for %j',
    (url) => {
      expect(findWarnings(url)).toEqual([])
    },
  )

  it.each([
    [' https://example.com ', 'before or after', 'https://example.com'],
    ['https://example.com/a b', 'in this address', 'https://example.com/a%20b'],
    ['example.com/path', 'missing https://', 'https://example.com/path'],
    ['//example.com', 'missing https://', 'https://example.com'],
    ['shop.example.com:8443', 'missing https://', 'https://shop.example.com:8443'],
    ['http://example.com/', 'isn’t secure', 'https://example.com/'],
    ['htps://example.com/', '“htps://” looks like a typo', 'https://example.com/'],
    ['htp:/example.com/', '“htp:/” looks like a typo', 'https://example.com/'],
    ['http:/example.com/', '“http:/” looks like a typo', 'https://example.com/'],
    ['hhttp://example.com/', '“hhttp://” looks like a typo', 'https://example.com/'],
    ['https:/example.com/', '“https:/” looks like a typo', 'https://example.com/'],
    ['https//example.com/', '“https//” looks like a typo', 'https://example.com/'],
    ['https;//example.com/', '“https;//” looks like a typo', 'https://example.com/'],
    ['https://https://example.com/', 'starts with https:// twice', 'https://example.com/'],
    ['https://http://example.com/', 'starts with https:// twice', 'http://example.com/'],
    ['https://example.com/a https://example.com/b', 'two addresses', 'https://example.com/a'],
    ['https://example.com/a,https://example.com/b', 'two addresses', 'https://example.com/a'],
    [' https://example.com/a and https://example.com/b', 'two addresses', 'https://example.com/a'],
    ['https://example.com/a.', 'ends with “.”', 'https://example.com/a'],
    ['https://example.com/a",', 'ends with “",”', 'https://example.com/a'],
  ])('addressWarnings offers a fix for %j', (url, text, fixed) => {
    const [warning, ...more] = findWarnings(url)
    expect(warning?.text).toContain(text)
    expect(warning?.fix?.value).toBe(fixed)
    expect(more).toEqual([])
  })

  it.each([
    ['https://shop,example.com/', '“shop,example.com” isn’t a valid website name.'],
    ['https://shop..example.com/', '“shop..example.com” isn’t a valid website name.'],
    [
      'https://shopexample/',
      '“shopexample” has no ending such as .com, so it works only on a private network.',
    ],
  ])('addressWarnings warns about the host of %j', (url, text) => {
    expect(findWarnings(url)).toEqual([{ text, fix: null }])
  })

  it.each([
    'https://例え.jp/',
    'https://müller.de./x',
    'https://192.0.2.7/',
    'https://[2001:db8::1]/',
    'https://my_shop.example.com/',
    'https://en.wikipedia.org/wiki/Link_(film)',
    'https://example.com/search?q=a,b;c',
    'https://example.com/?next=https://example.org/',
    'https://web.archive.org/web/https://example.com/',
  ])("addressWarnings doesn't warn about %j", (url) => {
    expect(findWarnings(url)).toEqual([])
  })

  it('addressWarnings offers no fix for text that is not an address', () => {
    expect(findWarnings('shop example com')).toEqual([])
  })

  it.each([
    'https://shop example.com/product/12',
    'https://shop example.com/a b',
    'https://shop\texample.com/',
  ])('addressWarnings offers no fix for the space in the host of %j, which no fix makes valid', (url) => {
    expect(findWarnings(url)).toEqual([])
  })

  it('addressWarnings reads a long paste quickly', () => {
    expect(findWarnings(`https://example.com/${' '.repeat(100_000)}x`)).toHaveLength(1)
    expect(findWarnings(`https://example.com/x${'.'.repeat(100_000)}x`)).toEqual([])
  })

  it('addressWarnings explains an app’s own scheme and offers no fix', () => {
    expect(findWarnings('myshop://offer/1')).toEqual([
      { text: 'On a phone without an app for myshop: links, this opens nothing.', fix: null },
    ])
    expect(findWarnings('myshop://offer/1', 'everyone')[0]?.text).toContain('On a device without an app')
  })

  it.each(['itms-apps://apps.apple.com/app/id1', 'market://details?id=a', 'mailto:a@example.com'])(
    'addressWarnings accepts %s on phones, which open it themselves',
    (url) => expect(findWarnings(url)).toEqual([]),
  )

  it('addressWarnings says which devices open the address of a store', () => {
    expect(findWarnings('market://details?id=a', 'everyone')).toEqual([
      { text: 'Only Android devices open market: links.', fix: null },
    ])
  })

  it('addressWarnings lists tracking values that the address overrides', () => {
    const tracking = { ...noTracking, campaign: 'summer', source: 'mail' }
    expect(findWarnings('https://example.com/?utm_source=own&utm_medium=x', 'phone', tracking)).toEqual([
      { text: 'This address already has utm_source=own, so “mail” isn’t added.', fix: null },
    ])
    expect(findWarnings('myshop://x?utm_source=own', 'phone', tracking).map(({ text }) => text)).toHaveLength(
      1,
    )
  })
})

describe('completeAddress', () => {
  it.each([
    ['shop.example.com/x', 'https://shop.example.com/x'],
    ['müller.de', 'https://müller.de'],
    ['//example.com', 'https://example.com'],
    ['  https://example.com/ ', 'https://example.com/'],
    ['http://example.com/', 'http://example.com/'],
    ['myshop://offer/1', 'myshop://offer/1'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['“shop.example.com/a”', 'https://shop.example.com/a'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['<half', '<half'],
    ['half an idea', 'half an idea'],
    ['', ''],
  ])('completeAddress turns %j into %j', (typed, meant) => {
    expect(completeAddress(typed)).toBe(meant)
  })
})

describe('fixAddress', () => {
  it.each([
    ['shop.example.com/x', 'https://shop.example.com/x'],
    ['<htps://shop.example.com/x>', 'https://shop.example.com/x'],
    ['http:/shop.example.com/x', 'https://shop.example.com/x'],
    ['http://shop.example.com/x', 'http://shop.example.com/x'],
    ['myshop://offer/1', 'myshop://offer/1'],
    ['half an idea', 'half an idea'],
  ])('fixAddress turns %j into %j', (typed, meant) => {
    expect(fixAddress(typed)).toBe(meant)
  })
})

describe('addressError', () => {
  it.each(['shop.example.com/x', 'htps://shop.example.com/x', ' https://shop.example.com/x'])(
    'addressError rejects %j',
    (url) => {
      expect(addressError(url)?.fix?.value).toBe('https://shop.example.com/x')
    },
  )

  it.each(['http://shop.example.com/', 'https://shopexample/', 'myshop://offer/1', 'https://a.example/b.'])(
    'addressError accepts %j, which only gets a warning',
    (url) => {
      expect(addressError(url)).toBeNull()
    },
  )
})
