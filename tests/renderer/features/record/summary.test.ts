import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'
import { channelOf, destinationOf } from '../../../../renderer/features/record/summary.ts'

const to = (url: string) => ({ url, open_app_if_installed: true })
const asked = (request: Parameters<typeof destinationOf>[0]['request']) => ({ request, stored: null })

describe('a row of Links', () => {
  it('a row shows its first destination and that there are others', () => {
    expect(destinationOf(asked({}))).toBeNull()
    expect(destinationOf(asked({ ios_custom_redirect: to('a://b') }))).toEqual({ url: 'a://b', others: 0 })
    const same = {
      desktop_custom_redirect: { url: 'https://a.example/' },
      ios_custom_redirect: to('https://a.example/'),
    }
    expect(destinationOf(asked(same))).toEqual({ url: 'https://a.example/', others: 0 })
    expect(destinationOf(asked({ ...same, android_custom_redirect: to('market://x') }))).toEqual({
      url: 'https://a.example/',
      others: 1,
    })
  })

  it('a row shows what distinguishes the channels of a campaign', () => {
    const request = { title: 'Summer sale', tracking_campaign: 'summer' }
    expect(channelOf(asked({ ...request, tracking_source: 'newsletter', tracking_medium: 'email' }))).toBe(
      'newsletter / email',
    )
    expect(channelOf(asked({ ...request, tracking_source: 'instagram' }))).toBe('instagram')
    expect(channelOf(asked(request))).toBeNull()
  })

  it('a row shows the same for a link created elsewhere', () => {
    const stored = parseRemoteLink(
      '{"tracking_medium":"cpc","desktop_custom_redirect":{"url":"https://a.example/"}}',
    )
    expect(channelOf({ request: null, stored })).toBe('cpc')
    expect(destinationOf({ request: null, stored })).toEqual({ url: 'https://a.example/', others: 0 })
  })
})
