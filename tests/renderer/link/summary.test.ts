import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { getDestination, sourceMedium } from '../../../renderer/link/summary.ts'

const toTarget = (url: string) => ({ url, open_app_if_installed: true })
const fromRequest = (request: Parameters<typeof getDestination>[0]['request']) => ({ request, stored: null })

describe('a row of Links', () => {
  it('a row shows its first destination and that there are others', () => {
    expect(getDestination(fromRequest({}))).toBeNull()
    expect(getDestination(fromRequest({ ios_custom_redirect: toTarget('a://b') }))).toEqual({
      url: 'a://b',
      others: 0,
    })
    const sameAddress = {
      desktop_custom_redirect: { url: 'https://a.example/' },
      ios_custom_redirect: toTarget('https://a.example/'),
    }
    expect(getDestination(fromRequest(sameAddress))).toEqual({ url: 'https://a.example/', others: 0 })
    expect(
      getDestination(fromRequest({ ...sameAddress, android_custom_redirect: toTarget('market://x') })),
    ).toEqual({
      url: 'https://a.example/',
      others: 1,
    })
  })

  it('a row shows what distinguishes the channels of a campaign', () => {
    expect(sourceMedium({ source: 'newsletter', medium: 'email' })).toBe('newsletter / email')
    expect(sourceMedium({ source: 'instagram', medium: null })).toBe('instagram')
    expect(sourceMedium({ source: null, medium: null })).toBe('')
  })

  it('a row shows the same for a link created elsewhere', () => {
    const stored = parseRemoteLink('{"desktop_custom_redirect":{"url":"https://a.example/"}}')
    expect(getDestination({ request: null, stored })).toEqual({ url: 'https://a.example/', others: 0 })
  })
})
