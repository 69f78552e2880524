import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../../../contract/service/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../../contract/service/redirect/engine.ts'
import { byName, trackingNames } from '../../../../contract/service/link/fields.ts'
import type { Platform } from '../../../../contract/service/redirect/visitor.ts'
import { refusedSchemes } from '../../../../contract/service/link/target.ts'
import { anyText } from '../../../anyText.ts'

const platforms: Platform[] = ['ios', 'android', 'desktop']
const ios = { url: 'https://ios.example/', openApp: true }
const android = { url: 'market://details?id=a', openApp: true }
const desktop = { url: 'https://desktop.example/' }
const noTracking = byName(trackingNames, () => null)

function rules(changes: Partial<RedirectRules> = {}): RedirectRules {
  return {
    active: true,
    ios: null,
    android: null,
    desktop: null,
    previewIos: null,
    previewAndroid: null,
    tracking: noTracking,
    ...changes,
  }
}

function visit(platform: Platform, changes: Partial<Visit> = {}): Visit {
  return { visitor: { platform, crawler: null }, appInstalled: false, defaults: 'ours', ...changes }
}

/** Returns an outcome in short form: `302 ios https://…`. */
function summarize({ kind, status, from, target }: Outcome): string {
  return [kind, status, from, target].filter((part) => part !== null).join(' ')
}

const toIos = 'redirect 302 ios https://ios.example/'
const toAndroid = 'redirect 302 android market://details?id=a'
const toDesktop = 'redirect 302 desktop https://desktop.example/'
const landing = 'landing 200'

describe('a link of our own service', () => {
  it.each<[string, Partial<RedirectRules>, Record<Platform, string>]>([
    ['nothing', {}, { ios: landing, android: landing, desktop: landing }],
    ['iOS only', { ios }, { ios: toIos, android: landing, desktop: landing }],
    ['Android only', { android }, { ios: landing, android: toAndroid, desktop: landing }],
    ['desktop only', { desktop }, { ios: toDesktop, android: toDesktop, desktop: toDesktop }],
    ['iOS and desktop', { ios, desktop }, { ios: toIos, android: toDesktop, desktop: toDesktop }],
    ['all three', { ios, android, desktop }, { ios: toIos, android: toAndroid, desktop: toDesktop }],
    [
      'all three and both previews',
      { ios, android, desktop, previewIos: true, previewAndroid: true },
      {
        ios: 'preview 200 ios https://ios.example/',
        android: 'preview 200 android market://details?id=a',
        desktop: toDesktop,
      },
    ],
    [
      'the desktop and a preview on iOS',
      { desktop, previewIos: true, previewAndroid: false },
      { ios: 'preview 200 desktop https://desktop.example/', android: toDesktop, desktop: toDesktop },
    ],
    [
      'previews without an address',
      { previewIos: true, previewAndroid: true },
      { ios: landing, android: landing, desktop: landing },
    ],
    [
      'all three addresses, switched off',
      { ios, android, desktop, active: false, previewIos: true },
      { ios: 'inactive 410', android: 'inactive 410', desktop: 'inactive 410' },
    ],
  ])('a link of our own service with %s leads every platform to the right place', (_, changes, expected) => {
    for (const platform of platforms) {
      expect(summarize(decideOutcome(rules(changes), visit(platform)))).toBe(expected[platform])
    }
  })

  it('a link of our own service shows crawlers a card unless it is switched off', () => {
    const visitor = { platform: 'ios', crawler: 'Slack' } as const
    for (const changes of [{}, { ios, desktop }, { ios, previewIos: true }]) {
      expect(summarize(decideOutcome(rules(changes), visit('ios', { visitor, appInstalled: true })))).toBe(
        'card 200',
      )
    }
    expect(summarize(decideOutcome(rules({ ios, active: false }), visit('ios', { visitor })))).toBe(
      'inactive 410',
    )
  })

  it('a link of our own service opens an installed app if requested, before any page', () => {
    const all = rules({ ios, android: { ...android, openApp: false }, desktop, previewIos: true })
    const installed = { appInstalled: true }
    expect(summarize(decideOutcome(all, visit('ios', installed)))).toBe('app ios')
    expect(summarize(decideOutcome(all, visit('android', installed)))).toBe(toAndroid)
    expect(summarize(decideOutcome(all, visit('desktop', installed)))).toBe(toDesktop)
    expect(summarize(decideOutcome(rules({ desktop }), visit('ios', installed)))).toBe(toDesktop)
  })

  it("a link of our own service adds tracking to web addresses but never to an app's scheme", () => {
    const tracked = rules({
      ios,
      android,
      previewIos: true,
      tracking: { ...noTracking, campaign: 'c 1', source: 's' },
    })
    expect(decideOutcome(tracked, visit('ios')).target).toBe(
      'https://ios.example/?utm_campaign=c%201&utm_source=s',
    )
    expect(decideOutcome(tracked, visit('android')).target).toBe('market://details?id=a')
  })

  it('a link of our own service leads to an address that a Location header can contain', () => {
    const target = decideOutcome(
      rules({ desktop: { url: 'https://a.example/ä b?ö=💥#ü' } }),
      visit('desktop'),
    ).target
    expect(target).toBe('https://a.example/%C3%A4%20b?%C3%B6=%F0%9F%92%A5#%C3%BC')
  })

  it('a link of our own service explains the decision in order', () => {
    const tracked = rules({
      desktop,
      previewIos: true,
      tracking: { ...noTracking, campaign: 'c' },
    })
    expect(decideOutcome(tracked, visit('ios')).because).toEqual([
      'The link has an address for desktop.',
      'Without an address for iOS, the desktop address is used.',
      'Tracking is added to the address.',
      'The preview page is on for iOS.',
    ])
    expect(decideOutcome(rules({ active: false }), visit('ios')).because).toEqual([
      'The link has been switched off.',
    ])
    expect(
      decideOutcome(rules(), visit('ios', { visitor: { platform: 'desktop', crawler: 'an embed service' } }))
        .because,
    ).toEqual(['Only the preview card is shown.'])
  })
})

describe('a link of another service', () => {
  const unknown = { defaults: 'unknown' } as const

  it('a link of another service leaves unknown defaults to the service', () => {
    for (const platform of platforms) {
      const outcome = decideOutcome(rules(), visit(platform, unknown))
      expect(summarize(outcome)).toBe('service_default')
      expect(outcome.because.join(' ')).toContain('which this app can’t see')
    }
  })

  it('a link of another service mentions a possible preview page unless the link decides it', () => {
    const unknownApp = decideOutcome(rules({ ios }), visit('ios', unknown))
    expect(summarize(unknownApp)).toBe(toIos)
    expect(unknownApp.because.join(' ')).toContain('the service’s project default')
    const off = decideOutcome(rules({ ios, previewIos: false }), visit('ios', unknown))
    expect(off.because).toEqual(['The link has an address for iOS.'])
    expect(decideOutcome(rules({ desktop }), visit('desktop', unknown)).because).toEqual([
      'The link has an address for desktop.',
    ])
  })

  it('a link of another service works with lone surrogates', () => {
    const broken = rules({
      desktop: { url: 'https://a.example/\ud83d?x' },
      tracking: { ...noTracking, campaign: '\udca5' },
    })
    expect(decideOutcome(broken, visit('desktop', unknown)).target).toBe(
      'https://a.example/%EF%BF%BD?x&utm_campaign=%EF%BF%BD',
    )
  })
})

const anyUrl = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom('myapp://open?id=1', 'market://details?id=a', 'https://a.example/ä#ö'),
  fc
    .tuple(fc.constantFrom(...refusedSchemes, 'JavaScript:', ' javascript:', ''), fc.string())
    .map((parts) => parts.join('')),
)
const anyTarget = fc.option(fc.record({ url: anyUrl, openApp: fc.boolean() }))
const anyPreview = fc.option(fc.boolean())
const anyWord = fc.option(anyText())
const anyRules: fc.Arbitrary<RedirectRules> = fc.record({
  active: fc.boolean(),
  ios: anyTarget,
  android: anyTarget,
  desktop: anyTarget,
  previewIos: anyPreview,
  previewAndroid: anyPreview,
  tracking: fc.record(byName(trackingNames, () => anyWord)),
})
const anyVisit: fc.Arbitrary<Visit> = fc.record({
  visitor: fc.record({ platform: fc.constantFrom(...platforms), crawler: fc.option(fc.constant('X')) }),
  appInstalled: fc.boolean(),
  defaults: fc.constantFrom('ours', 'unknown'),
})

describe('whatever the link and the visit', () => {
  it('decideOutcome never leads to a refused scheme or an invalid header value', () => {
    fc.assert(
      fc.property(anyRules, anyVisit, (someRules, someVisit) => {
        const { target } = decideOutcome(someRules, someVisit)
        if (target === null) return
        expect(target).toMatch(/^[\x21-\x7e]+$/)
        expect(refusedSchemes).not.toContain(URL.parse(target)?.protocol)
      }),
      { numRuns: 1_000 },
    )
  })

  it('decideOutcome explains every outcome and returns status, target and platform where they apply', () => {
    const withTarget = ['preview', 'redirect']
    const statuses = {
      inactive: 410,
      card: 200,
      app: null,
      preview: 200,
      redirect: 302,
      landing: 200,
      service_default: null,
    }
    fc.assert(
      fc.property(anyRules, anyVisit, (someRules, someVisit) => {
        const outcome = decideOutcome(someRules, someVisit)
        expect(outcome.because.length).toBeGreaterThan(0)
        expect(outcome.because.every((sentence) => sentence.endsWith('.'))).toBe(true)
        expect(outcome.status).toBe(statuses[outcome.kind])
        expect(outcome.target !== null).toBe(withTarget.includes(outcome.kind))
        expect(outcome.from !== null).toBe([...withTarget, 'app'].includes(outcome.kind))
        if (someVisit.defaults === 'ours') expect(outcome.kind).not.toBe('service_default')
        else expect(outcome.kind).not.toBe('landing')
      }),
      { numRuns: 1_000 },
    )
  })

  it('decideOutcome ignores an address with a refused scheme', () => {
    const refused = { url: 'javascript:alert(1)', openApp: false }
    expect(summarize(decideOutcome(rules({ ios: refused, desktop }), visit('ios')))).toBe(toDesktop)
    const nowhere = decideOutcome(rules({ desktop: refused }), visit('desktop'))
    expect(summarize(nowhere)).toBe(landing)
    expect(nowhere.because[0]).toBe('Visitors can’t be sent to the desktop address.')
  })
})
