import type { Word } from '../../../contract/app/link/nearDuplicate.ts'

const toWords = (values: string[]): Word[] => values.map((value) => ({ value, count: 0 }))

/** Common sources, suggested after those that the library already uses. */
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

/** Common mediums. Google Analytics assigns each one to a channel, whatever the source. */
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

/** Returns the library's values, followed by the common values that it doesn't have. */
export function addCommonWords(used: readonly Word[], common: readonly Word[]): Word[] {
  const values = new Set(used.map(({ value }) => value))
  return [...used, ...common.filter(({ value }) => !values.has(value))]
}
