import { describe, expect, test } from 'vitest'
import {
  findChannel,
  channelRules,
  channelRulesDate,
  unassigned,
} from '../../../../contract/app/channels/rules.ts'
import type { Channel } from '../../../../contract/app/channels/rules.ts'
import type { SourceCategory } from '../../../../contract/app/channels/sources.ts'
import {
  categoryOfSource,
  channelSourcesDate,
  sourceCategories,
} from '../../../../contract/app/channels/sources.ts'

type Case = [campaign: string, source: string, medium: string]

const channelOf = ([campaign, source, medium]: Case) => findChannel({ campaign, source, medium })

/** Per channel: tracking that it matches, and near misses with the channel that matches them instead. */
const truthTable: Record<Channel, { hits: Case[]; misses: [...Case, Channel][] }> = {
  Direct: {
    hits: [
      ['', '(direct)', '(none)'],
      ['', '(direct)', '(not set)'],
      ['', '(direct)', ''],
      ['cross-network', '(direct)', '(none)'],
      ['', '(Direct)', '(None)'],
    ],
    misses: [
      ['', 'direct', '(none)', 'Unassigned'],
      ['', '(direct)', 'none', 'Unassigned'],
      ['', '(direct)', 'email', 'Email'],
      ['', '', '(none)', 'Unassigned'],
    ],
  },
  'Cross-network': {
    hits: [
      ['cross-network', 'google', 'cpc'],
      ['spring Cross-Network 2', 'shop', 'email'],
      ['cross-network', '', ''],
      ['shopping cross-network', 'amazon', 'cpc'],
    ],
    misses: [
      ['cross network', 'google', 'cpc', 'Paid Search'],
      ['', 'cross-network', 'cpc', 'Paid Other'],
      ['', 'x', 'cross-network', 'Unassigned'],
    ],
  },
  'Paid Shopping': {
    hits: [
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
    misses: [
      ['workshop', 'google', 'cpc', 'Paid Search'],
      ['photoshop', 'facebook', 'cpc', 'Paid Social'],
      ['shop', 'google', 'organic', 'Organic Shopping'],
      ['', 'amazon.xyz', 'cpc', 'Paid Other'],
      ['', 'amazon', 'unpaid', 'Organic Shopping'],
    ],
  },
  'Paid Search': {
    hits: [
      ['', 'google', 'cpc'],
      ['', 'Bing', 'PPC'],
      ['', 'duckduckgo', 'cpm'],
      ['', 'yahoo.com', 'paidsearch'],
    ],
    misses: [
      ['', 'gogle', 'cpc', 'Paid Other'],
      ['', 'google', 'ppcx', 'Organic Search'],
      ['', 'google', 'ppc ', 'Organic Search'],
    ],
  },
  'Paid Social': {
    hits: [
      ['', 'facebook', 'cpc'],
      ['', 'fb', 'paid_social'],
      ['', 'linkedin.com', 'paid-social'],
      ['', 'tiktok', 'xcpx'],
      ['', 't.co', 'retargeting'],
    ],
    misses: [
      ['', 'facebok', 'paid_social', 'Paid Other'],
      ['', 'facebook', 'social_paid', 'Organic Social'],
      ['', 'facebook', 'display', 'Display'],
    ],
  },
  'Paid Video': {
    hits: [
      ['', 'youtube', 'cpv-cpc'],
      ['', 'vimeo.com', 'paid'],
      ['', 'twitch.tv', 'cpm'],
    ],
    misses: [
      ['', 'youtube', 'cpv', 'Paid Video'],
      ['', 'yt', 'paid_video', 'Paid Other'],
      ['', 'youtube', 'video', 'Organic Video'],
    ],
  },
  Display: {
    hits: [
      ['', 'news', 'display'],
      ['', 'news', 'Banner'],
      ['', 'google', 'expandable'],
      ['', '', 'interstitial'],
      ['', 'news', 'cpm'],
      ['shop', 'news', 'display'],
    ],
    misses: [
      ['', 'news', 'banners', 'Unassigned'],
      ['', 'google', 'cpm', 'Paid Search'],
      ['shop', 'news', 'cpm', 'Paid Shopping'],
    ],
  },
  'Paid Other': {
    hits: [
      ['', 'news', 'cpc'],
      ['', '', 'ppc'],
      ['', 'news', 'Paid'],
      ['', 'email', 'cpa-cpc'],
      ['', 'sms', 'retargeting'],
    ],
    misses: [
      ['', 'news', 'unpaid', 'Unassigned'],
      ['', 'news', 'retarget', 'Unassigned'],
      ['', 'news', 'ppcs', 'Unassigned'],
      ['', 'news', 'cpm', 'Display'],
    ],
  },
  'Organic Shopping': {
    hits: [
      ['', 'amazon', 'referral'],
      ['', 'shopify', ''],
      ['e-shop', 'google', 'organic'],
      ['Shopping days', 'facebook', 'social'],
    ],
    misses: [
      ['workshop', 'facebook', 'social', 'Organic Social'],
      ['', 'shop', 'email', 'Email'],
      ['shop', 'x', 'banner', 'Display'],
    ],
  },
  'Organic Social': {
    hits: [
      ['', 'Twitter', 'anything'],
      ['', 'whatsapp', 'referral'],
      ['', 'bit.ly', ''],
      ...['social', 'social-network', 'social-media', 'sm', 'social network', 'Social Media'].map(
        (medium): Case => ['', 'x', medium],
      ),
    ],
    misses: [
      ['', 'x', 'socialmedia', 'Unassigned'],
      ['', 'x', 'social_media', 'Unassigned'],
      ['', 'x', 'organic_social', 'Unassigned'],
      ['', 'twiter', 'post', 'Unassigned'],
    ],
  },
  'Organic Video': {
    hits: [
      ['', 'youtube', 'referral'],
      ['', 'x', 'video'],
      ['', 'x', 'my-Video-clip'],
      ['', 'google', 'video'],
    ],
    misses: [
      ['', 'x', 'vide', 'Unassigned'],
      ['', 'facebook', 'video', 'Organic Social'],
    ],
  },
  'Organic Search': {
    hits: [
      ['', 'google', ''],
      ['', 'google', 'email'],
      ['', 'x', 'organic'],
      ['', 'ecosia.org', 'referral'],
    ],
    misses: [
      ['', 'x', 'organics', 'Unassigned'],
      ['', 'facebook', 'organic', 'Organic Social'],
    ],
  },
  'AI Assistant': {
    hits: [
      ['', 'chatgpt.com', 'ai-assistant'],
      ['', 'sms', 'AI-Assistant'],
    ],
    misses: [
      ['', 'x', 'ai', 'Unassigned'],
      ['', 'google', 'ai-assistant', 'Organic Search'],
    ],
  },
  Referral: {
    hits: [
      ['', 'flyer', 'referral'],
      ['', 'x', 'App'],
      ['', 'email', 'link'],
    ],
    misses: [
      ['', 'x', 'links', 'Unassigned'],
      ['', 'facebook', 'referral', 'Organic Social'],
    ],
  },
  Email: {
    hits: [
      ...['email', 'e-mail', 'e_mail', 'e mail', 'Email'].flatMap((name): Case[] => [
        ['', 'x', name],
        ['', name, 'x'],
      ]),
      ['', 'email', 'affiliate'],
    ],
    misses: [
      ['', 'newsletter', 'emails', 'Unassigned'],
      ['', 'my email', 'x', 'Unassigned'],
      ['', 'email', 'referral', 'Referral'],
    ],
  },
  Affiliates: {
    hits: [
      ['', 'partner', 'affiliate'],
      ['', 'sms', 'Affiliate'],
    ],
    misses: [['', 'partner', 'affiliates', 'Unassigned']],
  },
  Audio: {
    hits: [
      ['', 'podcast', 'audio'],
      ['', 'firebase', 'audio'],
    ],
    misses: [['', 'audio', 'podcast', 'Unassigned']],
  },
  SMS: {
    hits: [
      ['', 'x', 'sms'],
      ['', 'SMS', 'x'],
      ['', 'sms', 'push'],
    ],
    misses: [['', 'x', 'sms1', 'Unassigned']],
  },
  'Mobile Push Notifications': {
    hits: [
      ['', 'x', 'push'],
      ['', 'x', 'web-push'],
      ['', 'x', 'Mobile app'],
      ['', 'x', 'notifications'],
      ['', 'Firebase', 'x'],
    ],
    misses: [
      ['', 'x', 'pushes', 'Unassigned'],
      ['', 'push', 'x', 'Unassigned'],
    ],
  },
  Unassigned: {
    hits: [
      ['', 'flyer', 'print'],
      ['', 'flyer', 'qr'],
      ['', 'newsletter', ''],
      ['summer', '', ''],
    ],
    misses: [['', 'x', 'sms', 'SMS']],
  },
}

describe('the channel of a link', () => {
  test.each(Object.entries(truthTable))(
    'each channel’s rule matches, and near misses don’t: %s',
    (channel, { hits, misses }) => {
      expect([hits.length, misses.length]).not.toContain(0)
      expect(hits.map((tracking) => [...tracking, channelOf(tracking)])).toEqual(
        hits.map((tracking) => [...tracking, channel]),
      )
      expect(misses.map(([a, b, c]) => [a, b, c, channelOf([a, b, c])])).toEqual(misses)
    },
  )

  test('a link without tracking gets its channel from the referring page', () => {
    expect(channelOf(['', '', ''])).toBeNull()
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
    const foundChannels = new Set<string>()
    for (let round = 0; round < 50_000; round++) {
      const tracking = {
        campaign: `a${text()}`,
        source: random() < 0.7 ? pick(sources) : text(),
        medium: text(),
      }
      const expected = findPublishedChannel(tracking)
      foundChannels.add(expected)
      const channel = findChannel(tracking)
      if (channel !== expected) expect({ ...tracking, channel }).toEqual({ ...tracking, channel: expected })
    }
    expect(foundChannels).toEqual(new Set([unassigned, ...channelRules.map(({ channel }) => channel)]))
  })
})

/** The published definitions as regular expressions that ignore case. */
function findPublishedChannel(values: { campaign: string; source: string; medium: string }): string {
  const { campaign, source, medium } = values
  const isSource = (category: SourceCategory) => categoryOfSource.get(source.toLowerCase()) === category
  const isPaid = /^(.*cp.*|ppc|retargeting|paid.*)$/i.test(medium)
  const isShop = isSource('shopping') || /^(.*(([^a-df-z]|^)shop|shopping).*)$/i.test(campaign)
  const eitherMatches = (name: RegExp) => [source, medium].some((text) => name.test(text))
  const isDisplay = /^(display|banner|expandable|interstitial|cpm)$/i.test(medium)
  const rules: [boolean, string][] = [
    [/^\(direct\)$/i.test(source) && /^(\(not set\)|\(none\)|)$/i.test(medium), 'Direct'],
    [/cross-network/i.test(campaign), 'Cross-network'],
    [isPaid && isShop, 'Paid Shopping'],
    [isPaid && isSource('search'), 'Paid Search'],
    [isPaid && isSource('social'), 'Paid Social'],
    [isPaid && isSource('video'), 'Paid Video'],
    [isDisplay, 'Display'],
    [isPaid, 'Paid Other'],
    [isShop, 'Organic Shopping'],
    [isSource('social') || /^(social([- ](network|media))?|sm)$/i.test(medium), 'Organic Social'],
    [isSource('video') || /^(.*video.*)$/i.test(medium), 'Organic Video'],
    [isSource('search') || /^organic$/i.test(medium), 'Organic Search'],
    [/^ai-assistant$/i.test(medium), 'AI Assistant'],
    [/^(referral|app|link)$/i.test(medium), 'Referral'],
    [eitherMatches(/^(email|e-mail|e_mail|e mail)$/i), 'Email'],
    [/^affiliate$/i.test(medium), 'Affiliates'],
    [/^audio$/i.test(medium), 'Audio'],
    [eitherMatches(/^sms$/i), 'SMS'],
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
