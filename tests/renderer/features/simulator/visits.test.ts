import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { blankForm, toRules } from '../../../../renderer/link/form.ts'
import type { PartialForm } from '../../../../renderer/link/form.ts'
import { linkRules } from '../../../../renderer/link/linkRules.ts'
import { simulate } from '../../../../renderer/features/simulator/visits.ts'

describe('simulate', () => {
  const listOutcomes = (form: PartialForm, hasApp = true) =>
    simulate(toRules({ ...blankForm, ...form }), { defaults: 'ours', hasApp }).map(({ who, outcome }) => [
      who,
      outcome.kind,
    ])
  const everyone = { desktopUrl: 'https://example.com/' }

  it('simulate lists a phone twice only if having the app makes a difference', () => {
    expect(
      listOutcomes({
        iosTarget: 'own',
        iosUrl: 'https://example.com/',
        androidTarget: 'own',
        androidUrl: 'https://example.com/',
        androidOpenApp: false,
      }),
    ).toEqual([
      ['iPhone and iPad, with the app', 'app'],
      ['iPhone and iPad, without the app', 'redirect'],
      ['Android', 'redirect'],
      ['Desktop', 'landing'],
      ['Chat apps and social networks', 'card'],
    ])
  })

  it('simulate shows iOS and Android in one row if they get the same for the same reasons', () => {
    const rows = simulate(toRules({ ...blankForm, ...everyone }), { defaults: 'ours', hasApp: true })
    expect(rows.map(({ who }) => who)).toEqual([
      'iPhone, iPad and Android, with the app',
      'iPhone, iPad and Android, without the app, and desktop',
      'Chat apps and social networks',
    ])
    expect(rows[1]?.outcome.because).toEqual(['The link has an address for iOS, Android and desktop.'])
  })

  it('simulate shows desktop apart if its address differs from the shared one of the phones', () => {
    const own = { iosTarget: 'own', androidTarget: 'own' } as const
    const apps = { iosUrl: 'https://example.com/app', androidUrl: 'https://example.com/app' }
    const rows = simulate(toRules({ ...blankForm, ...everyone, ...own, ...apps }), {
      defaults: 'ours',
      hasApp: false,
    })
    expect(rows.map(({ who, outcome }) => [who, outcome.target])).toEqual([
      ['iPhone, iPad and Android', 'https://example.com/app'],
      ['Desktop', 'https://example.com/'],
      ['Chat apps and social networks', null],
    ])
  })

  it('simulate keeps the reasons of the phones if they use the desktop address', () => {
    const [row] = simulate(
      toRules({ ...blankForm, ...everyone, iosTarget: 'default', androidTarget: 'default' }),
      {
        defaults: 'unknown',
        hasApp: false,
      },
    )
    expect(row?.who).toBe('iPhone, iPad and Android, and desktop')
    expect(row?.outcome.because).toEqual([
      'The link has an address for desktop.',
      'Without an address for iOS and Android, the desktop address is used.',
      'Whether phones see a preview page first is the service’s project default, which this app can’t see.',
    ])
  })

  it('simulate keeps iOS and Android apart if only one of them has a preview page', () => {
    expect(listOutcomes({ ...everyone, previewIos: 'on' }, false)).toEqual([
      ['iPhone and iPad', 'preview'],
      ['Android', 'redirect'],
      ['Desktop', 'redirect'],
      ['Chat apps and social networks', 'card'],
    ])
  })

  it('simulate keeps iOS and Android apart if another service decides the preview page of only one of them', () => {
    for (const only of ['previewIos', 'previewAndroid'] as const) {
      const rules = toRules({ ...blankForm, ...everyone, [only]: 'off' })
      const rows = simulate(rules, { defaults: 'unknown', hasApp: false })
      expect(rows.slice(0, 2).map(({ who }) => who)).toEqual(['iPhone and iPad', 'Android'])
    }
  })

  it('simulate leaves out the rows about an app if the project has none', () => {
    expect(listOutcomes(everyone, false)).toEqual([
      ['iPhone, iPad and Android, and desktop', 'redirect'],
      ['Chat apps and social networks', 'card'],
    ])
  })

  it('simulate marks what another service decides', () => {
    const [ios] = simulate(toRules(blankForm), { defaults: 'unknown', hasApp: true })
    expect(ios?.outcome.because.join(' ')).toContain('project default decides, which this app can’t see')
  })
})

describe('linkRules', () => {
  const both = parseRemoteLink(JSON.stringify({ show_preview: true }))
  it('linkRules distinguishes platforms by the request', () => {
    const rules = linkRules(both, { show_preview_ios: true })
    expect([rules.previewIos, rules.previewAndroid]).toEqual([true, null])
  })

  it('linkRules uses one preview setting for both platforms if the request is unknown', () => {
    const rules = linkRules(both, null)
    expect([rules.previewIos, rules.previewAndroid]).toEqual([true, true])
  })

  it('linkRules treats a link as active unless the service says otherwise', () => {
    expect(linkRules(parseRemoteLink(JSON.stringify({})), null).active).toBe(true)
    expect(linkRules(parseRemoteLink(JSON.stringify({ active: false })), null).active).toBe(false)
  })

  it('linkRules says when a link ended, even if it was looked up before that', () => {
    const ended = parseRemoteLink(JSON.stringify({ active: true, active_until: '2001-02-03T12:00:00Z' }))
    const rules = linkRules(ended, null)
    expect(rules.active).toBe(false)
    const [visit] = simulate(rules, { defaults: 'ours', hasApp: false })
    expect(visit?.outcome.because.join(' ')).toMatch(/^Ended .*2001.*\.$/)
    const off = parseRemoteLink(JSON.stringify({ active: false, active_until: '2999-02-03T12:00:00Z' }))
    const [other] = simulate(linkRules(off, null), { defaults: 'ours', hasApp: false })
    expect(other?.outcome.because).toEqual(['The link has been switched off.'])
  })
})
