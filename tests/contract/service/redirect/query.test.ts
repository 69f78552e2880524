import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../../../contract/service/redirect/engine.ts'
import { findQueryObstacle, passQuery } from '../../../../contract/service/redirect/query.ts'

const shop = 'https://shop.example/'

describe('passQuery', () => {
  it.each([
    [shop, 'gclid=abc', `${shop}?gclid=abc`],
    [`${shop}?a=1#top`, 'gclid=abc', `${shop}?a=1&gclid=abc#top`],
    [`${shop}?a=1&`, 'b=%20+%zz&&c', `${shop}?a=1&b=%20+%zz&c`],
    [
      `${shop}?utm_source=s`,
      'utm_source=x&fbclid=1&utm%5Fsource=y&utm_source',
      `${shop}?utm_source=s&fbclid=1`,
    ],
    [`${shop}?a`, '?a=1&A=1&a=2', `${shop}??a=1&A=1`.replace('??', '?a&?')],
    [shop, 'b=1&b=2&a=3', `${shop}?b=1&b=2&a=3`],
    [shop, '', shop],
    [shop, '&', shop],
  ])('%s with %s becomes %s', (target, query, expected) => {
    expect(passQuery(target, query)).toBe(expected)
  })

  it.each([
    ['app', 'myapp://open?id=1'],
    ['app', 'market://details?id=a'],
    ['store', 'https://play.google.com/store/apps/details?id=a'],
    ['store', 'https://apps.apple.com/app/id1'],
    ['signature', 'https://files.example/a?X-Amz-Algorithm=x&X-Amz-Signature=y'],
    ['signature', 'https://files.example/a?x-goog-signature=y'],
    ['signature', 'https://files.example/a?Expires=1&Signature=y&Key-Pair-Id=z'],
    ['signature', 'https://files.example/a?sv=1&sig=y'],
    ['signature', 'https://files.example/a?q-signature=y'],
    ['signature', 'https://files.example/a?token=y&expires=1'],
    [null, 'https://files.example/a?design=1&token=1&signatures=2'],
    [null, 'https://files.example/a#?sig=1'],
  ])('finds the obstacle %s of %s', (obstacle, target) => {
    expect(findQueryObstacle(target)).toBe(obstacle)
    if (obstacle !== null) expect(passQuery(target, 'gclid=1')).toBe(target)
  })
})

/** Another implementation, by lists of names and values instead of text. */
function passPairs(target: string, query: string): [string, string][] {
  const own = [...new URL(target).searchParams]
  const added = [...new URLSearchParams(`&${query}`)].filter(([name]) => !own.some(([one]) => one === name))
  return [...own, ...added]
}

describe('random queries and destinations', () => {
  const name = fc.oneof(
    fc.constantFrom('a', 'b', 'utm_source', 'gclid', 'ä', 'a b'),
    fc.string({ maxLength: 4 }),
  )
  const parameter = fc
    .tuple(name, fc.option(fc.string({ unit: 'grapheme', maxLength: 5 })))
    .map(([key, value]) => encodeURIComponent(key) + (value === null ? '' : `=${encodeURIComponent(value)}`))
  const query = fc.array(parameter, { maxLength: 6 }).map((parameters) => parameters.join('&'))
  const target = fc
    .tuple(fc.webUrl({ withQueryParameters: false }), query, fc.constantFrom('', '#top', '#/a?b=1'))
    .map(([base, own, fragment]) => `${base}${own && `?${own}`}${fragment}`)
    .filter((url) => findQueryObstacle(url) === null)

  it('a visitor never replaces a parameter, and nothing else of the address changes', () => {
    fc.assert(
      fc.property(target, query, (address, added) => {
        const passed = passQuery(address, added)
        const [before, after] = [new URL(address), new URL(passed)]
        const meaningful = ([key, value]: [string, string]) => key !== '' || value !== ''
        expect([...after.searchParams].filter(meaningful)).toEqual(
          passPairs(address, added).filter(meaningful),
        )
        expect([after.origin, after.pathname, after.hash]).toEqual([
          before.origin,
          before.pathname,
          before.hash,
        ])
        const [head = ''] = address.split('#')
        expect(passed.startsWith(head)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('hostile queries never lead to another host', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.constantFrom(
        '@evil.example/',
        '//evil.example',
        'url=https://evil.example',
        '\\evil',
        '.evil.example',
      ),
    )
    fc.assert(
      fc.property(target, hostile, (address, added) => {
        const [withoutFragment = ''] = added.split('#')
        expect(URL.parse(passQuery(address, withoutFragment))?.origin).toBe(new URL(address).origin)
      }),
    )
  })
})

describe('what the simulator says', () => {
  const explain = (url: string, passQuerySetting?: boolean | null) =>
    decideOutcome(
      {
        active: true,
        ios: null,
        android: null,
        desktop: { url },
        previewIos: null,
        previewAndroid: null,
        tracking: { campaign: 'c', source: null, medium: null },
        passQuery: passQuerySetting,
      },
      { visitor: { platform: 'desktop', crawler: null }, appInstalled: false, defaults: 'ours' },
    ).because.slice(1)

  it('says whether parameters are passed on, and why not', () => {
    expect(explain(shop)).toEqual(['Tracking is added to the address.'])
    expect(explain(shop, true)[1]).toBe('Parameters added to the link, such as gclid, are passed on.')
    expect(explain(shop, false)[1]).toBe('Parameters added to the link, such as gclid, aren’t passed on.')
    expect(explain(shop, null)[1]).toContain('unless the project’s operator turned that off')
    expect(explain(`${shop}?sig=1`, true)[1]).toContain('because the address has a signature')
    expect(explain('myapp://open', true)).toEqual([])
  })

  it('names the report in which a store shows tracking', () => {
    expect(explain('https://play.google.com/store/apps/details?id=a', true)).toEqual([
      'Tracking is added for Google Play. The acquisition reports of the Play Console show it.',
      'Google Play gives the link to the app that is installed.',
      'Parameters added to the link aren’t passed on to an app store.',
    ])
    expect(explain('https://apps.apple.com/app/id1?pt=1')).toEqual([
      'The campaign is added for the App Store. App Analytics shows it under Campaigns.',
    ])
    expect(explain('https://apps.apple.com/app/id1')).toEqual([
      'The App Store counts a campaign only if the address has a provider token (pt).',
    ])
  })
})
