import { describe, expect, test } from 'vitest'
import { findChannel, channelRules, channelRulesDate, unassigned } from '../../../contract/channels/rules.ts'
import type { Channel } from '../../../contract/channels/rules.ts'
import type { SourceCategory } from '../../../contract/channels/sources.ts'
import { categoryOfSource, channelSourcesDate, sourceCategories } from '../../../contract/channels/sources.ts'

type Case = [campaign: string, source: string, medium: string]

const of = ([campaign, source, medium]: Case) => findChannel({ campaign, source, medium })

/** Per channel: tracking that it matches, and near misses with the channel that matches them instead. */
const truthTable: Record<Channel, { yes: Case[]; no: [...Case, Channel][] }> = {
  Direct: {
    yes: [
      ['', '(direct)', '(none)'],
      ['', '(direct)', '(not set)'],
      ['', '(direct)', ''],
      ['cross-network', '(direct)', '(none)'],
      ['', '(Direct)', '(None)'],
    ],
    no: [
      ['', 'direct', '(none)', 'Unassigned'],
      ['', '(direct)', 'none', 'Unassigned'],
      ['', '(direct)', 'email', 'Email'],
      ['', '', '(none)', 'Unassigned'],
    ],
  },
  'Cross-network': {
    yes: [
      ['cross-network', 'google', 'cpc'],
      ['spring Cross-Network 2', 'shop', 'email'],
      ['cross-network', '', ''],
      ['shopping cross-network', 'amazon', 'cpc'],
    ],
    no: [
      ['cross network', 'google', 'cpc', 'Paid Search'],
      ['', 'cross-network', 'cpc', 'Paid Other'],
      ['', 'x', 'cross-network', 'Unassigned'],
    ],
  },
  'Paid Shopping': {
    yes: [
      ['', 'amazon', 'cpc'],
      ['', 'ebay.co.uk', 'ppc'],
      ['', 'etsy.com', 'retargeting'],
      ['', 'IGShopping', 'paid'],
      ['shop', 'google', 'cpc'],
      ['summer-shop', 'facebook', 'paid_social'],
      ['eshop', 'youtube', 'cpc'],
      ['my shopping', '', 'cpm'],
      ['preshopping', 'x', 'paid-anything'],
    ],
    no: [
      ['workshop', 'google', 'cpc', 'Paid Search'],
      ['photoshop', 'facebook', 'cpc', 'Paid Social'],
      ['shop', 'google', 'organic', 'Organic Shopping'],
      ['', 'amazon.xyz', 'cpc', 'Paid Other'],
      ['', 'amazon', 'unpaid', 'Organic Shopping'],
    ],
  },
  'Paid Search': {
    yes: [
      ['', 'google', 'cpc'],
      ['', 'Bing', 'PPC'],
      ['', 'duckduckgo', 'cpm'],
      ['', 'yahoo.com', 'paidsearch'],
    ],
    no: [
      ['', 'gogle', 'cpc', 'Paid Other'],
      ['', 'google', 'ppcx', 'Organic Search'],
      ['', 'google', 'ppc ', 'Organic Search'],
    ],
  },
  'Paid Social': {
    yes: [
      ['', 'facebook', 'cpc'],
      ['', 'fb', 'paid_social'],
      ['', 'linkedin.com', 'paid-social'],
      ['', 'tiktok', 'xcpx'],
      ['', 't.co', 'retargeting'],
    ],
    no: [
      ['', 'facebok', 'paid_social', 'Paid Other'],
      ['', 'facebook', 'social_paid', 'Organic Social'],
      ['', 'facebook', 'display', 'Display'],
    ],
  },
  'Paid Video': {
    yes: [
      ['', 'youtube', 'cpv-cpc'],
      ['', 'vimeo.com', 'paid'],
      ['', 'twitch.tv', 'cpm'],
    ],
    no: [
      ['', 'youtube', 'cpv', 'Paid Video'],
      ['', 'yt', 'paid_video', 'Paid Other'],
      ['', 'youtube', 'video', 'Organic Video'],
    ],
  },
  Display: {
    yes: [
      ['', 'news', 'display'],
      ['', 'news', 'Banner'],
      ['', 'google', 'expandable'],
      ['', '', 'interstitial'],
      ['', 'news', 'cpm'],
      ['shop', 'news', 'display'],
    ],
    no: [
      ['', 'news', 'banners', 'Unassigned'],
      ['', 'google', 'cpm', 'Paid Search'],
      ['shop', 'news', 'cpm', 'Paid Shopping'],
    ],
  },
  'Paid Other': {
    yes: [
      ['', 'news', 'cpc'],
      ['', '', 'ppc'],
      ['', 'news', 'Paid'],
      ['', 'email', 'cpa-cpc'],
      ['', 'sms', 'retargeting'],
    ],
    no: [
      ['', 'news', 'unpaid', 'Unassigned'],
      ['', 'news', 'retarget', 'Unassigned'],
      ['', 'news', 'ppcs', 'Unassigned'],
      ['', 'news', 'cpm', 'Display'],
    ],
  },
  'Organic Shopping': {
    yes: [
      ['', 'amazon', 'referral'],
      ['', 'shopify', ''],
      ['e-shop', 'google', 'organic'],
      ['Shopping days', 'facebook', 'social'],
    ],
    no: [
      ['workshop', 'facebook', 'social', 'Organic Social'],
      ['', 'shop', 'email', 'Email'],
      ['shop', 'x', 'banner', 'Display'],
    ],
  },
  'Organic Social': {
    yes: [
      ['', 'Twitter', 'anything'],
      ['', 'whatsapp', 'referral'],
      ['', 'bit.ly', ''],
      ...['social', 'social-network', 'social-media', 'sm', 'social network', 'Social Media'].map(
        (medium): Case => ['', 'x', medium],
      ),
    ],
    no: [
      ['', 'x', 'socialmedia', 'Unassigned'],
      ['', 'x', 'social_media', 'Unassigned'],
      ['', 'x', 'organic_social', 'Unassigned'],
      ['', 'twiter', 'post', 'Unassigned'],
    ],
  },
  'Organic Video': {
    yes: [
      ['', 'youtube', 'referral'],
      ['', 'x', 'video'],
      ['', 'x', 'my-Video-clip'],
      ['', 'google', 'video'],
    ],
    no: [
      ['', 'x', 'vide', 'Unassigned'],
      ['', 'facebook', 'video', 'Organic Social'],
    ],
  },
  'Organic Search': {
    yes: [
      ['', 'google', ''],
      ['', 'google', 'email'],
      ['', 'x', 'organic'],
      ['', 'ecosia.org', 'referral'],
    ],
    no: [
      ['', 'x', 'organics', 'Unassigned'],
      ['', 'facebook', 'organic', 'Organic Social'],
    ],
  },
  'AI Assistant': {
    yes: [
      ['', 'chatgpt.com', 'ai-assistant'],
      ['', 'sms', 'AI-Assistant'],
    ],
    no: [
      ['', 'x', 'ai', 'Unassigned'],
      ['', 'google', 'ai-assistant', 'Organic Search'],
    ],
  },
  Referral: {
    yes: [
      ['', 'flyer', 'referral'],
      ['', 'x', 'App'],
      ['', 'email', 'link'],
    ],
    no: [
      ['', 'x', 'links', 'Unassigned'],
      ['', 'facebook', 'referral', 'Organic Social'],
    ],
  },
  Email: {
    yes: [
      ...['email', 'e-mail', 'e_mail', 'e mail', 'Email'].flatMap((name): Case[] => [
        ['', 'x', name],
        ['', name, 'x'],
      ]),
      ['', 'email', 'affiliate'],
    ],
    no: [
      ['', 'newsletter', 'emails', 'Unassigned'],
      ['', 'my email', 'x', 'Unassigned'],
      ['', 'email', 'referral', 'Referral'],
    ],
  },
  Affiliates: {
    yes: [
      ['', 'partner', 'affiliate'],
      ['', 'sms', 'Affiliate'],
    ],
    no: [['', 'partner', 'affiliates', 'Unassigned']],
  },
  Audio: {
    yes: [
      ['', 'podcast', 'audio'],
      ['', 'firebase', 'audio'],
    ],
    no: [['', 'audio', 'podcast', 'Unassigned']],
  },
  SMS: {
    yes: [
      ['', 'x', 'sms'],
      ['', 'SMS', 'x'],
      ['', 'sms', 'push'],
    ],
    no: [['', 'x', 'sms1', 'Unassigned']],
  },
  'Mobile Push Notifications': {
    yes: [
      ['', 'x', 'push'],
      ['', 'x', 'web-push'],
      ['', 'x', 'Mobile app'],
      ['', 'x', 'notifications'],
      ['', 'Firebase', 'x'],
    ],
    no: [
      ['', 'x', 'pushes', 'Unassigned'],
      ['', 'push', 'x', 'Unassigned'],
    ],
  },
  Unassigned: {
    yes: [
      ['', 'flyer', 'print'],
      ['', 'flyer', 'qr'],
      ['', 'newsletter', ''],
      ['summer', '', ''],
    ],
    no: [['', 'x', 'sms', 'SMS']],
  },
}

describe('the channel of a link', () => {
  test.each(Object.entries(truthTable))(
    'each channel’s rule matches, and near misses don’t: %s',
    (channel, { yes, no }) => {
      expect([yes.length, no.length]).not.toContain(0)
      expect(yes.map((tracking) => [...tracking, of(tracking)])).toEqual(
        yes.map((tracking) => [...tracking, channel]),
      )
      expect(no.map(([a, b, c]) => [a, b, c, of([a, b, c])])).toEqual(no)
    },
  )

  test('a link without tracking gets its channel from the referring page', () => {
    expect(of(['', '', ''])).toBeNull()
    expect(findChannel({ campaign: null, source: null, medium: null })).toBeNull()
  })

  test('the rules are in the published order', () => {
    expect(channelRules.map(({ channel }) => channel).join(' · ')).toBe(
      'Direct · Cross-network · Paid Shopping · Paid Search · Paid Social · Paid Video · Display · Paid Other · ' +
        'Organic Shopping · Organic Social · Organic Video · Organic Search · AI Assistant · Referral · Email · ' +
        'Affiliates · Audio · SMS · Mobile Push Notifications',
    )
    expect(channelRulesDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('the list of sources has all of the sources that Google published, in lower case', () => {
    expect(channelSourcesDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(
      [...categoryOfSource.keys()].filter((name) => !/^[a-z0-9][a-z0-9+.-]*( [a-z]+)?$/.test(name)),
    ).toEqual([])
    const counts = sourceCategories.map(
      (category) => [...categoryOfSource.values()].filter((of) => of === category).length,
    )
    expect(counts).toEqual([129, 52, 592, 46])
    expect(findChannel({ campaign: '', source: 'Google Shopping', medium: 'cpc' })).toBe('Paid Shopping')
    expect(findChannel({ campaign: '', source: '43things.com', medium: '' })).toBe('Organic Social')
  })

  test('a second implementation of the published expressions agrees on random values', () => {
    const random = createRandom(20260513)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
    const sources = [
      '',
      '(direct)',
      'sms',
      'firebase',
      'email',
      'e mail',
      'x',
      'facebok',
      ...categoryOfSource.keys(),
    ]
    const pieces = [
      ...[
        '',
        '',
        '-',
        '_',
        ' ',
        'cp',
        'c',
        'p',
        'pp',
        'paid',
        'social',
        'media',
        'sm',
        'video',
        'push',
        'mobile',
      ],
      ...[
        'notification',
        'e',
        'mail',
        'organic',
        'referral',
        'app',
        'link',
        'affiliate',
        'audio',
        'sms',
        'display',
      ],
      ...[
        'banner',
        'cpm',
        'ppc',
        'retargeting',
        'ai-assistant',
        '(none)',
        '(not set)',
        'shop',
        'shopping',
        'work',
      ],
      ...['cross-network', 'cross', 'network', 'expandable', 'interstitial'],
    ]
    const text = () =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(pieces))
        .join('')
        .replace(/./g, (letter) => (random() < 0.1 ? letter.toUpperCase() : letter))
    const seen = new Set<string>()
    for (let round = 0; round < 50_000; round++) {
      const tracking = {
        campaign: `a${text()}`,
        source: random() < 0.7 ? pick(sources) : text(),
        medium: text(),
      }
      const expected = published(tracking)
      seen.add(expected)
      const channel = findChannel(tracking)
      if (channel !== expected) expect({ ...tracking, channel }).toEqual({ ...tracking, channel: expected })
    }
    expect(seen).toEqual(new Set([unassigned, ...channelRules.map(({ channel }) => channel)]))
  })
})

/** The published definitions as regular expressions that ignore case. */
function published(values: { campaign: string; source: string; medium: string }): string {
  const { campaign, source, medium } = values
  const isSource = (category: SourceCategory) => categoryOfSource.get(source.toLowerCase()) === category
  const paid = /^(.*cp.*|ppc|retargeting|paid.*)$/i.test(medium)
  const shop = isSource('shopping') || /^(.*(([^a-df-z]|^)shop|shopping).*)$/i.test(campaign)
  const either = (name: RegExp) => [source, medium].some((text) => name.test(text))
  const display = /^(display|banner|expandable|interstitial|cpm)$/i.test(medium)
  const rules: [boolean, string][] = [
    [/^\(direct\)$/i.test(source) && /^(\(not set\)|\(none\)|)$/i.test(medium), 'Direct'],
    [/cross-network/i.test(campaign), 'Cross-network'],
    [paid && shop, 'Paid Shopping'],
    [paid && isSource('search'), 'Paid Search'],
    [paid && isSource('social'), 'Paid Social'],
    [paid && isSource('video'), 'Paid Video'],
    [display, 'Display'],
    [paid, 'Paid Other'],
    [shop, 'Organic Shopping'],
    [isSource('social') || /^(social([- ](network|media))?|sm)$/i.test(medium), 'Organic Social'],
    [isSource('video') || /^(.*video.*)$/i.test(medium), 'Organic Video'],
    [isSource('search') || /^organic$/i.test(medium), 'Organic Search'],
    [/^ai-assistant$/i.test(medium), 'AI Assistant'],
    [/^(referral|app|link)$/i.test(medium), 'Referral'],
    [either(/^(email|e-mail|e_mail|e mail)$/i), 'Email'],
    [/^affiliate$/i.test(medium), 'Affiliates'],
    [/^audio$/i.test(medium), 'Audio'],
    [either(/^sms$/i), 'SMS'],
    [/push$|mobile|notification/i.test(medium), 'Mobile Push Notifications'],
    [/^firebase$/i.test(source), 'Mobile Push Notifications'],
  ]
  return rules.find(([matches]) => matches)?.[1] ?? unassigned
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
