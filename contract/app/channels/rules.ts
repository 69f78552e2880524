import type { Tracking } from '../../service/redirect/tracking.ts'
import { findCategory, type SourceCategory } from './sources.ts'

/**
 * The day of the last change to Google's rules in this table: the AI Assistant channel. A new day rebuilds the library's index.
 * Source: https://support.google.com/analytics/answer/9756891, rules for manually tagged links.
 */
export const channelRulesDate = '2026-05-13'

/** The values of a link that rules match, in lower case because Google Analytics ignores case. */
interface Tagged {
  campaign: string
  source: string
  medium: string
  category: SourceCategory | null
}

interface ChannelRule {
  channel: string
  matches: (link: Tagged) => boolean
}

/** Google's `^(.*cp.*|ppc|retargeting|paid.*)$`. */
function isPaid({ medium }: Tagged): boolean {
  return medium.includes('cp') || medium === 'ppc' || medium === 'retargeting' || medium.startsWith('paid')
}

/** Google's `^(.*(([^a-df-z]|^)shop|shopping).*)$`: `e-shop` and `eshop`, but not `workshop`. */
const shopCampaign = /(?:[^a-df-z]|^)shop|shopping/

function isShopping({ campaign, category }: Tagged): boolean {
  return category === 'shopping' || shopCampaign.test(campaign)
}

const paidFrom = (category: SourceCategory) => (link: Tagged) => link.category === category && isPaid(link)

const notSet = ['', '(not set)']
const displayMediums = ['display', 'banner', 'expandable', 'interstitial', 'cpm']
const socialMediums = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media']
const emailNames = ['email', 'e-mail', 'e_mail', 'e mail']

/** The default channel group of Google Analytics 4, in its published order. The first matching rule applies. */
export const channelRules = [
  {
    channel: 'Direct',
    matches: ({ source, medium }) =>
      source === '(direct)' && (medium === '(none)' || notSet.includes(medium)),
  },
  { channel: 'Cross-network', matches: ({ campaign }) => campaign.includes('cross-network') },
  { channel: 'Paid Shopping', matches: (link) => isShopping(link) && isPaid(link) },
  { channel: 'Paid Search', matches: paidFrom('search') },
  { channel: 'Paid Social', matches: paidFrom('social') },
  { channel: 'Paid Video', matches: paidFrom('video') },
  { channel: 'Display', matches: ({ medium }) => displayMediums.includes(medium) },
  { channel: 'Paid Other', matches: isPaid },
  { channel: 'Organic Shopping', matches: isShopping },
  {
    channel: 'Organic Social',
    matches: ({ category, medium }) => category === 'social' || socialMediums.includes(medium),
  },
  {
    channel: 'Organic Video',
    matches: ({ category, medium }) => category === 'video' || medium.includes('video'),
  },
  {
    channel: 'Organic Search',
    matches: ({ category, medium }) => category === 'search' || medium === 'organic',
  },
  { channel: 'AI Assistant', matches: ({ medium }) => medium === 'ai-assistant' },
  { channel: 'Referral', matches: ({ medium }) => ['referral', 'app', 'link'].includes(medium) },
  {
    channel: 'Email',
    matches: ({ source, medium }) => emailNames.includes(source) || emailNames.includes(medium),
  },
  { channel: 'Affiliates', matches: ({ medium }) => medium === 'affiliate' },
  { channel: 'Audio', matches: ({ medium }) => medium === 'audio' },
  { channel: 'SMS', matches: ({ source, medium }) => source === 'sms' || medium === 'sms' },
  {
    channel: 'Mobile Push Notifications',
    matches: ({ source, medium }) =>
      medium.endsWith('push') ||
      medium.includes('mobile') ||
      medium.includes('notification') ||
      source === 'firebase',
  },
] as const satisfies readonly ChannelRule[]

/** The channel of links that no rule matches. */
export const unassigned = 'Unassigned'
export type Channel = (typeof channelRules)[number]['channel'] | typeof unassigned

/**
 * Returns the default channel in which Google Analytics 4 counts a link's visits. Returns `null` without any tracking,
 * because the channel then depends on the referring page.
 */
export function findChannel(tracking: Tracking): Channel | null {
  if (!tracking.campaign && !tracking.source && !tracking.medium) return null
  const source = lower(tracking.source)
  const link = {
    campaign: lower(tracking.campaign),
    source,
    medium: lower(tracking.medium),
    category: findCategory(source),
  }
  return channelRules.find(({ matches }) => matches(link))?.channel ?? unassigned
}

function lower(text: string | null): string {
  return (text ?? '').toLowerCase()
}
