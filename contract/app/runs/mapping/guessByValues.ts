import { findCategory } from '../../channels/sources.ts'
import { knownMediums } from '../../channels/nearest.ts'
import { allowedValues } from '../../rules/check/fieldCheck.ts'
import { normalizeWord } from '../../values/spelling.ts'
import { getRule, type TrackingRules } from '../../../service/rules/trackingRules.ts'
import type { ColumnUse } from './mapping.ts'

/** Returns the cells of a column that have a text. */
type ColumnTexts = (column: number) => readonly string[]

/** Words beside Google's sources, and beside the medium of each channel, that only a source or a medium has. */
const otherSources =
  'newsletter poster flyer brochure catalogue magazine partner influencer crm whatsapp telegram tiktok'
const otherMediums = 'offline print qr cpm ppc paid paidsocial organicsocial socialmedia banner post story'
const sources: ReadonlySet<string> = new Set(otherSources.split(' '))
const mediums: ReadonlySet<string> = new Set([...knownMediums.map(normalizeWord), ...otherMediums.split(' ')])

/** Returns whether a word is a known value of a field. Mediums are first, because some are in Google's list of sources. */
const valueChecks = {
  medium: (word) => mediums.has(normalizeWord(word)),
  source: (word) => sources.has(normalizeWord(word)) || findCategory(word.toLowerCase()) !== null,
  campaign: () => false,
} as const satisfies Record<string, (word: string) => boolean>

/**
 * Maps columns whose name says nothing by their values: tracking whose values are known or listed by the rules, and the
 * title. Only for fields that no column has.
 */
export function guessByValues(
  columns: readonly ColumnUse[],
  texts: ColumnTexts,
  rules: TrackingRules,
): ColumnUse[] {
  const guessed = [...columns]
  const assign = (
    field: 'title' | `tracking_${keyof typeof valueChecks}`,
    fits: (column: number) => boolean,
  ) => {
    if (guessed.some((use) => use.to === 'field' && use.field === field)) return
    const index = guessed.findIndex(({ to }, column) => to === 'nothing' && fits(column))
    if (index >= 0) guessed[index] = { to: 'field', field }
  }
  for (const name of ['medium', 'source', 'campaign'] as const) {
    const listed = new Set(allowedValues(getRule(rules, name), '').map(normalizeWord))
    const isKnown = (text: string) => valueChecks[name](text.trim()) || listed.has(normalizeWord(text.trim()))
    assign(`tracking_${name}`, (column) => areMost(texts(column), isKnown))
  }
  assign('title', (column) => areTitles(texts(column)))
  return guessed
}

function areMost(texts: readonly string[], fits: (text: string) => boolean): boolean {
  return texts.filter(fits).length * 2 > texts.length
}

/** Maximum length of a title in a column that is recognized as such, in UTF-16 units. */
const maxTitleLength = 100

/** Whether texts are probably titles: short, of several words, and different. */
function areTitles(texts: readonly string[]): boolean {
  const isTitle = (text: string) => /\p{L}\S*\s+\S/u.test(text) && !text.includes('://')
  return (
    new Set(texts).size * 5 > texts.length * 4 &&
    texts.every((text) => text.length <= maxTitleLength) &&
    areMost(texts, isTitle)
  )
}
