import type { Word } from '../../../contract/calls/suggestions.ts'

const toWords = (values: string[]): Word[] => values.map((value) => ({ value, count: 0 }))

/** Common analytics values, used until the library has its own. */
export const commonSources = toWords([
  'bing',
  'facebook',
  'google',
  'instagram',
  'linkedin',
  'newsletter',
  'pinterest',
  'reddit',
  'telegram',
  'tiktok',
  'twitter',
  'whatsapp',
  'youtube',
])

/** Each results in a Google Analytics channel for any source. */
export const commonMediums = toWords([
  'affiliate',
  'audio',
  'banner',
  'cpc',
  'display',
  'email',
  'paid_social',
  'push',
  'referral',
  'sms',
  'social',
  'video',
])

/** Returns the used values, followed by the common values that aren't among them. */
export function addCommonWords(used: readonly Word[], common: readonly Word[]): Word[] {
  const values = new Set(used.map(({ value }) => value))
  return [...used, ...common.filter(({ value }) => !values.has(value))]
}
