import { describe, expect, it } from 'vitest'
import {
  comparable,
  findMovableTracking,
  removeTracking,
} from '../../../../contract/app/values/moveTracking.ts'
import { decideOutcome } from '../../../../contract/service/redirect/engine.ts'
import type { RedirectRules } from '../../../../contract/service/redirect/engine.ts'

const noTracking = { campaign: null, source: null, medium: null }
const web = 'https://shop.example/sale?id=1&utm_source=news&utm_medium=email&x=%20a#top'
const encoded = 'https://shop.example/?utm%5Fsource=n%C3%A4he+1'
const play = 'https://play.google.com/store/apps/details?id=com.example'
const appStore = 'https://apps.apple.com/app/id1?pt=5'

function linkTo(desktop: string, ios = desktop, android = desktop): RedirectRules {
  const app = (url: string) => (url === '' ? null : { url, openApp: true })
  return {
    ...{ active: true, previewIos: null, previewAndroid: null, tracking: noTracking },
    ...{ ios: app(ios), android: app(android), desktop: { url: desktop } },
  }
}

function locations(rules: RedirectRules) {
  return (['ios', 'android', 'desktop'] as const).map((platform) =>
    comparable(
      decideOutcome(rules, {
        visitor: { platform, crawler: null },
        appInstalled: false,
        defaults: 'ours',
      }).target,
    ),
  )
}

describe('tracking in addresses that moves to the fields', () => {
  it.each<[string, RedirectRules, object]>([
    ['the same address for all', linkTo(web), { source: 'news', medium: 'email' }],
    ['phones that use the desktop address', linkTo(web, '', ''), { source: 'news', medium: 'email' }],
    ['an encoded name', linkTo(encoded), { source: 'nähe 1' }],
    ['own addresses that agree', linkTo(web, 'https://m.example/?utm_source=news'), { source: 'news' }],
    ['an own address with another value', linkTo(web, 'https://m.example/?utm_source=b'), {}],
    ['an own address without the values', linkTo(web, 'https://m.example/'), {}],
    ['an app’s own address', linkTo(web, 'shop://sale'), { source: 'news', medium: 'email' }],
    ['a page in Google Play', linkTo(web, web, play), {}],
    [
      'a page in the App Store',
      linkTo(`${web}&utm_campaign=x`, appStore),
      { source: 'news', medium: 'email' },
    ],
    ['a repeated parameter', linkTo('https://a.example/?utm_source=a&utm_source=b'), {}],
    ['an empty value', linkTo('https://a.example/?utm_source='), {}],
    ['a value with spaces around it', linkTo('https://a.example/?utm_source=%20a'), {}],
    ['a value that is too long', linkTo(`https://a.example/?utm_source=${'a'.repeat(256)}`), {}],
    ['a signed address', linkTo('https://a.example/?utm_source=a&signature=b'), {}],
    ['an address that the service refuses', linkTo('javascript:alert(1)?utm_source=a'), {}],
    ['a parameter after #', linkTo('https://a.example/#?utm_source=a'), {}],
    [
      'a field with the same value',
      { ...linkTo(web), tracking: { ...noTracking, source: 'news' } },
      { source: 'news', medium: 'email' },
    ],
    [
      'a field with another value',
      { ...linkTo(web), tracking: { ...noTracking, source: 'b' } },
      { medium: 'email' },
    ],
  ])('%s', (_, rules, expected) => {
    const moved = findMovableTracking(rules)
    expect(moved).toEqual(expected)
    const remove = (url: string) => removeTracking(url, Object.keys(moved))
    const after: RedirectRules = {
      ...rules,
      ios: rules.ios && { ...rules.ios, url: remove(rules.ios.url) },
      android: rules.android && { ...rules.android, url: remove(rules.android.url) },
      desktop: rules.desktop && { url: remove(rules.desktop.url) },
      tracking: { ...rules.tracking, ...moved },
    }
    expect(locations(after)).toEqual(locations(rules))
  })
})
