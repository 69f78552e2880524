import { maxTypoDistance, normalizeWord, typoDistance } from '../values/spelling.ts'
import type { Tracking } from '../../service/redirect/tracking.ts'
import { findChannel, unassigned, type Channel } from './rules.ts'

export interface NearestMedium {
  medium: string
  channel: Channel
}

/** The usual medium of each channel, and synonyms, normalized with `normalizeWord`. */
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

/** A medium of each channel. */
export const knownMediums: readonly string[] = words.map(([medium]) => medium)

/** The general medium for any other website. Matches its rule with any source. */
const fallback = 'referral'

/** Returns the mediums that a link may have, given the wanted ones. Best match first. */
export type MediumChoice = (candidates: readonly string[]) => Iterable<string>

const anyMedium: MediumChoice = (candidates) => candidates

/**
 * Returns the nearest medium with which a link's visits have a channel: that of a synonym, of a corrected typo, of a
 * known word in the medium, or the source's usual medium. Returns `null` if they already have a channel, or if `choose`
 * allows none.
 */
export function nearestMedium(tracking: Tracking, choose = anyMedium): NearestMedium | null {
  if (findChannel(tracking) !== unassigned) return null
  const candidates = [nearestWord(tracking.medium ?? ''), nearestWord(tracking.source ?? ''), fallback]
  for (const medium of choose(candidates.filter((word) => word !== null))) {
    const channel = findChannel({ ...tracking, medium })
    if (channel !== null && channel !== unassigned) return { medium, channel }
  }
  return null
}

const mediumByChannel: ReadonlyMap<string, string> = new Map(
  words.flatMap(([medium, others]) =>
    [normalizeWord(medium), ...others.split(' ')].map((word) => [word, medium]),
  ),
)

/** Maximum length of a word that may be a mistyped medium. */
const maxWordLength = 100

function nearestWord(text: string): string | null {
  const word = normalizeWord(text.slice(0, maxWordLength))
  if (word === '') return null
  return (
    mediumByChannel.get(word) ??
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
