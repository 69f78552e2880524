import { describe, expect, test } from 'vitest'
import { channelAt, channelOfLink } from '../../../../contract/app/channels/address.ts'
import { nearestMedium } from '../../../../contract/app/channels/nearest.ts'
import { findChannel } from '../../../../contract/app/channels/rules.ts'

const noTracking = { campaign: null, source: null, medium: null }

describe('the nearest medium with a channel', () => {
  test.each([
    ['qr', 'flyer', 'referral'],
    ['print', 'poster', 'referral'],
    ['Newsletter', 'crm', 'email'],
    ['emails', 'crm', 'email'],
    ['emial', 'crm', 'email'],
    ['Affiliates', 'partner', 'affiliate'],
    ['social_media', 'mastodon', 'social'],
    ['organic_social', 'mastodon', 'social'],
    ['ads', 'radio', 'cpc'],
    ['dispaly', 'x', 'display'],
    ['refferal', 'x', 'referral'],
    ['podcast', 'x', 'audio'],
    ['', 'newsletter', 'email'],
    ['', '', 'referral'],
    ['zzz', 'zzz', 'referral'],
  ])('the nearest medium with a channel for medium %j and source %j is %s', (medium, source, expected) => {
    const tracking = { campaign: 'summer', source, medium }
    const nearest = nearestMedium(tracking)
    expect(nearest?.medium).toBe(expected)
    expect(nearest?.channel).toBe(findChannel({ ...tracking, medium: expected }))
  })

  test('a link with a channel or without tracking has no nearest medium', () => {
    expect(nearestMedium({ campaign: '', source: 'facebook', medium: 'qr' })).toBeNull()
    expect(nearestMedium(noTracking)).toBeNull()
  })

  test('the nearest medium always has a channel, even for hostile values', () => {
    for (const medium of ['a'.repeat(1_000_000), '\ud800', '.*', '\n', '🙂', ' '.repeat(50)])
      expect(nearestMedium({ campaign: '', source: medium, medium })?.channel).not.toBe('Unassigned')
  })
})

describe('the channel of an address', () => {
  test.each([
    ['https://shop.example/?utm_source=facebook&utm_medium=cpc', 'Paid Social'],
    ['https://shop.example/?utm_medium=qr', 'Unassigned'],
    ['https://shop.example/?utm_source=e%20mail#top', 'Email'],
    ['https://shop.example/', null],
    ['https://shop.example/?utm_source=', null],
    ['myapp://open?utm_source=facebook', null],
    ['https://apps.apple.com/app/id1?utm_source=facebook', null],
    ['https://play.google.com/store/apps/details?id=a&utm_source=facebook', null],
    ['not an address', null],
  ])('the channel of the address %s is %s', (address, channel) => {
    expect(channelAt(address)).toBe(channel)
  })

  test('an address keeps its own tracking, and the first website decides', () => {
    const tracking = { campaign: null, source: 'facebook', medium: 'social' }
    expect(channelOfLink(['https://a.example/?utm_source=x&utm_medium=email'], tracking)).toBe('Email')
    expect(channelOfLink(['myapp://a', 'https://a.example/'], tracking)).toBe('Organic Social')
    expect(channelOfLink(['myapp://a'], tracking)).toBeNull()
    expect(channelOfLink(['https://a.example/'], noTracking)).toBeNull()
  })
})
