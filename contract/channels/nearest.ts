import { maxTypoDistance, normalizeWord, typoDistance } from '../spelling.ts'
import type { Tracking } from '../redirect/tracking.ts'
import { channelOf, unassigned } from './rules.ts'
import type { Channel } from './rules.ts'

export interface NearestMedium {
  medium: string
  channel: Channel
}

/** The usual medium of each channel, and other words for it, as `normalizeWord` returns them. */
const words: readonly (readonly [medium: string, others: string])[] = [
  ['email', 'mail mails mailing mailings emailing newsletter news nl edm crm inbox'],
  [
    'social',
    'post posts story stories reel reels bio feed socials socialnetworks organicsocial community influencer',
  ],
  ['cpc', 'ad ads advert sem adwords googleads payperclick search'],
  ['paid_social', 'socialad socialads'],
  ['display', 'banners native programmatic gdn'],
  ['video', 'videos clip yt tv ctv'],
  ['affiliate', 'affiliates affil partner partners partnership'],
  ['audio', 'podcast podcasts radio music'],
  ['sms', 'text texts mms rcs textmessage'],
  ['push', 'pushes webpush inapp'],
  ['organic', 'seo natural'],
  ['referral', 'ref referrer web website blog article pr press print qr qrcode flyer poster offline event'],
]

/** The medium of a link that only says that it was found elsewhere. Matches its rule whatever the source is. */
const fallback = 'referral'

/** Returns the mediums that a link may have, the best first, given the wanted ones. */
export type MediumChoice = (wanted: readonly string[]) => Iterable<string>

const anyMedium: MediumChoice = (wanted) => wanted

/**
 * Returns the nearest medium that gives a link's visits a channel: a synonym, a corrected typo, a known word in it, or
 * the source's usual medium. Returns `null` if they have a channel, or if `choose` allows none.
 */
export function nearestMedium(tracking: Tracking, choose = anyMedium): NearestMedium | null {
  if (channelOf(tracking) !== unassigned) return null
  const wanted = [nearestWord(tracking.medium ?? ''), nearestWord(tracking.source ?? ''), fallback]
  for (const medium of choose(wanted.filter((word) => word !== null))) {
    const channel = channelOf({ ...tracking, medium })
    if (channel !== null && channel !== unassigned) return { medium, channel }
  }
  return null
}

const mediumOf: ReadonlyMap<string, string> = new Map(
  words.flatMap(([medium, others]) =>
    [normalizeWord(medium), ...others.split(' ')].map((word) => [word, medium]),
  ),
)

/** Longer words are no mistyped medium. */
const maxWordLength = 100

function nearestWord(text: string): string | null {
  const word = normalizeWord(text.slice(0, maxWordLength))
  if (word === '') return null
  return (
    mediumOf.get(word) ??
    nearestSpelling(word) ??
    words.find(([medium]) => word.includes(normalizeWord(medium)))?.[0] ??
    null
  )
}

function nearestSpelling(word: string): string | null {
  const [best] = words
    .map(([medium]) => ({ medium, distance: typoDistance(word, normalizeWord(medium)) }))
    .filter(({ distance }) => distance <= maxTypoDistance(word))
    .sort((a, b) => a.distance - b.distance)
  return best?.medium ?? null
}
