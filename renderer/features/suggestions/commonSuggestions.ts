import { knownMediums } from '../../../contract/app/channels/nearest.ts'
import type { Word } from '../../../contract/app/link/nearDuplicate.ts'

const toWords = (values: readonly string[]): Word[] => values.map((value) => ({ value, count: 0 }))

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

/** Common mediums: one of each channel in Google Analytics, as in *Bulk*. */
export const commonMediums = toWords(knownMediums)

/** Returns the library's values, followed by the common values that it doesn't have. */
export function addCommonWords(used: readonly Word[], common: readonly Word[]): Word[] {
  const values = new Set(used.map(({ value }) => value))
  return [...used, ...common.filter(({ value }) => !values.has(value))]
}
