import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'
import { channelOf, destinationOf } from '../../../../renderer/features/record/summary.ts'

const to = (url: string) => ({ url, open_app_if_installed: true })
const asked = (request: Parameters<typeof destinationOf>[0]['request']) => ({ request, stored: null })

describe('a row of Links', () => {
  it('says where the link goes, and that others go elsewhere', () => {
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

  it('tells the channels of one campaign apart', () => {
    const request = { title: 'Summer sale', tracking_campaign: 'summer' }
    expect(channelOf(asked({ ...request, tracking_source: 'newsletter', tracking_medium: 'email' }))).toBe(
      'newsletter / email',
    )
    expect(channelOf(asked({ ...request, tracking_source: 'instagram' }))).toBe('instagram')
    expect(channelOf(asked(request))).toBeNull()
  })

  it('says the same of a link that was made elsewhere', () => {
    const stored = parseRemoteLink(
      '{"tracking_medium":"cpc","desktop_custom_redirect":{"url":"https://a.example/"}}',
    )
    expect(channelOf({ request: null, stored })).toBe('cpc')
    expect(destinationOf({ request: null, stored })).toEqual({ url: 'https://a.example/', others: 0 })
  })
})
