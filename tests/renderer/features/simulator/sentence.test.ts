import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { describeLink } from '../../../../renderer/features/simulator/sentence.ts'
import { linkRules } from '../../../../renderer/link/linkRules.ts'

function describeAnswer(answer: Record<string, unknown>, defaults: 'ours' | 'unknown' = 'ours'): string {
  const link = parseRemoteLink(JSON.stringify(answer))
  return describeLink(link, linkRules(link, null), defaults)
}

const api = { active: true, generated_from_platform: 'API' }
const toTarget = (url: string) => ({ url, open_app_if_installed: true })

describe('describeLink', () => {
  it('describeLink describes where each visitor goes', () => {
    const link = {
      ...api,
      ios_custom_redirect: toTarget('https://apps.example.com/app/1?x=1'),
      android_custom_redirect: toTarget('market://details?id=1'),
      desktop_custom_redirect: { url: 'https://example.com/' },
    }
    expect(describeAnswer(link)).toBe(
      'Active link; sends iPhones to apps.example.com/app/1, Android phones to market://details and everyone else to example.com.',
    )
  })

  it('describeLink groups visitors with the same destination', () => {
    const desktop_custom_redirect = { url: 'https://example.com/' }
    expect(describeAnswer({ ...api, desktop_custom_redirect })).toContain('sends everyone to example.com')
    expect(
      describeAnswer({
        ...api,
        desktop_custom_redirect,
        ios_custom_redirect: toTarget('https://a.example/'),
      }),
    ).toContain('sends iPhones to a.example and everyone else to example.com')
    expect(
      describeAnswer({
        ...api,
        desktop_custom_redirect,
        android_custom_redirect: toTarget('https://a.example/'),
      }),
    ).toContain('sends Android phones to a.example and everyone else to example.com')
  })

  it('describeLink says what is unknown and what is off', () => {
    expect(describeAnswer(api, 'unknown')).toContain('to the service’s project default')
    expect(describeAnswer(api)).toContain('sends everyone to a page with its title')
    expect(describeAnswer({ generated_from_platform: 'iOS' })).toMatch(/^Link, made on iOS;/)
    expect(describeAnswer({ ...api, active: false })).toBe(
      'Switched-off link; visitors see a page that says it is off.',
    )
  })

  it('describeLink says until when a link is active, or when it ended even if an older answer has it as active', () => {
    const desktop_custom_redirect = { url: 'https://example.com/' }
    const link = (active_until: string, active = true) =>
      describeAnswer({ ...api, active, active_until, desktop_custom_redirect })
    const endedPattern = /^Link that ended on Jan 1, 2001, .+; visitors see a page that says it is off\.$/
    expect(link('2001-01-01T12:00:00.000Z')).toMatch(endedPattern)
    expect(link('2001-01-01T12:00:00.000Z', false)).toMatch(endedPattern)
    expect(link('2999-01-01T12:00:00.000Z')).toMatch(
      /^Active link until Jan 1, 2999, .+; sends everyone to example\.com\.$/,
    )
    expect(link('2999-01-01T12:00:00.000Z', false)).toBe(
      'Switched-off link; visitors see a page that says it is off.',
    )
  })
})
