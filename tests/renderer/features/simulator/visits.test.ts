import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'
import { blankForm, toRules } from '../../../../renderer/link/form.ts'
import { linkRules } from '../../../../renderer/features/simulator/linkRules.ts'
import { simulate } from '../../../../renderer/features/simulator/visits.ts'

describe('simulate', () => {
  const whos = (form: Partial<typeof blankForm>) =>
    simulate(toRules({ ...blankForm, ...form }), 'ours').map(({ who, outcome }) => [who, outcome.kind])

  it('simulate lists a phone twice only if having the app makes a difference', () => {
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

  it('simulate says where the service decides', () => {
    const [ios] = simulate(toRules(blankForm), 'unknown')
    expect(ios?.outcome.because.join(' ')).toContain('project default decides, which this app cannot see')
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
})
