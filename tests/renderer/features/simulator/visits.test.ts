import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'
import { blankForm, toRules } from '../../../../renderer/link/form.ts'
import { linkRules } from '../../../../renderer/features/simulator/linkRules.ts'
import { simulate } from '../../../../renderer/features/simulator/visits.ts'

describe('simulate', () => {
  const whos = (form: Partial<typeof blankForm>) =>
    simulate(toRules({ ...blankForm, ...form }), 'ours').map(({ who, outcome }) => [who, outcome.kind])

  it('shows a phone twice only where having the app makes a difference', () => {
    expect(
      whos({
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

  it('says where another service decides', () => {
    const [ios] = simulate(toRules(blankForm), 'unknown')
    expect(ios?.outcome.because.join(' ')).toContain('project default decides, which this app cannot see')
  })
})

describe('rulesOfLink', () => {
  const both = parseRemoteLink(JSON.stringify({ show_preview: true }))
  it('tells the platforms apart by what this app asked for', () => {
    const rules = linkRules(both, { show_preview_ios: true })
    expect([rules.previewIos, rules.previewAndroid]).toEqual([true, null])
  })

  it('takes one preview for both platforms where nobody knows what was asked for', () => {
    const rules = linkRules(both, null)
    expect([rules.previewIos, rules.previewAndroid]).toEqual([true, true])
  })

  it('counts a link as active unless the service says otherwise', () => {
    expect(linkRules(parseRemoteLink(JSON.stringify({})), null).active).toBe(true)
    expect(linkRules(parseRemoteLink(JSON.stringify({ active: false })), null).active).toBe(false)
  })
})
