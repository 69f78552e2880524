import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { firstAddress } from '../../../renderer/link/linkOfRecord.ts'
import { sourceMedium } from '../../../renderer/link/summary.ts'

const toTarget = (url: string) => ({ url, open_app_if_installed: true })

describe('a row of links', () => {
  it('a row shows the first destination', () => {
    const [ios, android] = [toTarget('a://b'), toTarget('market://x')]
    const desktop = { url: 'https://a.example/' }
    const read = (request: Parameters<typeof firstAddress>[0]['request']) =>
      firstAddress({ request, stored: null })
    expect(read({})).toBeNull()
    expect(read({ android_custom_redirect: android, ios_custom_redirect: ios })).toBe('a://b')
    expect(read({ ios_custom_redirect: ios, desktop_custom_redirect: desktop })).toBe('https://a.example/')
  })

  it('a row shows what distinguishes the channels of a campaign', () => {
    expect(sourceMedium({ source: 'newsletter', medium: 'email' })).toBe('newsletter / email')
    expect(sourceMedium({ source: 'instagram', medium: null })).toBe('instagram')
    expect(sourceMedium({ source: null, medium: null })).toBe('')
  })

  it('a row shows the same for a link created elsewhere', () => {
    const stored = parseRemoteLink('{"desktop_custom_redirect":{"url":"https://a.example/"}}')
    expect(firstAddress({ request: null, stored })).toBe('https://a.example/')
  })
})
