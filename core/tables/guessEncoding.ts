import { analyse } from 'chardet'
import { encodings, type Encoding } from '../../contract/app/tables/encodings.ts'
import { createDecoder } from './decode.ts'

/** The encodings of old programs by language. All others use Windows-1252. */
const byLanguage: Readonly<Record<string, Encoding>> = Object.fromEntries([
  ...['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'].map((language) => [language, 'windows-1250']),
  ...['ru', 'uk', 'bg', 'be', 'sr', 'mk', 'kk'].map((language) => [language, 'windows-1251']),
  ...['et', 'lv', 'lt'].map((language) => [language, 'windows-1257']),
  ...['ar', 'fa', 'ur'].map((language) => [language, 'windows-1256']),
  ...[
    ['el', 'windows-1253'],
    ['tr', 'windows-1254'],
    ['az', 'windows-1254'],
    ['he', 'windows-1255'],
  ],
  ...[
    ['vi', 'windows-1258'],
    ['th', 'windows-874'],
    ['ja', 'shift_jis'],
    ['ko', 'euc-kr'],
  ],
  ...[['zh', 'gb18030']],
]) as Record<string, Encoding>

/** Returns the encoding that old programs use in a region, such as `pl-PL`. */
export function regionalEncoding(locale: string): Encoding {
  const { language, script, region } = new Intl.Locale(locale).maximize()
  if (language === 'zh' && (script === 'Hant' || region === 'TW' || region === 'HK')) return 'big5'
  return byLanguage[language] ?? 'windows-1252'
}

const multibyte: ReadonlySet<Encoding> = new Set<Encoding>(['shift_jis', 'gb18030', 'big5', 'euc-kr'])

/** Names of `chardet` that differ from ours. */
const chardetNames: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-5': 'windows-1251',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-6': 'windows-1256',
  'iso-8859-9': 'windows-1254',
}

/**
 * Guesses the encoding of a text that isn't Unicode, from three signs: how plausible its words look, the frequencies of
 * letters that `chardet` knows, and the computer's region. Short texts fit several, so the region decides between them.
 */
export function guessEncoding(
  sample: Uint8Array,
  locale = Intl.DateTimeFormat().resolvedOptions().locale,
): Encoding {
  const regional = regionalEncoding(locale)
  const frequencies = new Map<string, number>()
  for (const { name, confidence } of analyse(sample)) {
    const known = chardetNames[name.toLowerCase()] ?? name.toLowerCase()
    frequencies.set(known, Math.max(confidence, frequencies.get(known) ?? 0))
  }
  const rated = encodings.flatMap((encoding) => {
    const look = encoding.startsWith('utf') ? null : plausibility(sample, encoding)
    if (look === null) return []
    const prior = encoding === regional ? 25 : encoding === 'windows-1252' ? 12 : rarity(encoding)
    return [{ encoding, score: look * 60 + (frequencies.get(encoding) ?? 0) * 0.4 + prior }]
  })
  return rated.toSorted((a, b) => b.score - a.score)[0]?.encoding ?? 'windows-1252'
}

/** Windows programs write more files than the others. */
function rarity(encoding: Encoding): number {
  return encoding.startsWith('windows') || multibyte.has(encoding) ? 6 : 0
}

/**
 * Returns how plausible the words of a text look in an encoding, at most 1; `null` if the bytes are invalid in it. A
 * currency sign, a capital or a foreign script inside a word shows a wrong encoding.
 */
function plausibility(sample: Uint8Array, encoding: Encoding): number | null {
  let text: string
  try {
    text = createDecoder(encoding, true)(sample)
  } catch {
    return null
  }
  let [sum, count] = [0, 0]
  for (const { 0: word } of text.matchAll(/[^\s,;|"<>()[\]{}\t]*[^\0-\x7f][^\s,;|"<>()[\]{}\t]*/gu)) {
    const chars = word.slice(0, 200).split('')
    chars.forEach((char, index) => {
      if (char <= '\x7f') return
      const isAccentedRun = latinAccents.test(chars.slice(Math.max(0, index - 2), index + 1).join(''))
      sum += isAccentedRun ? -1 : rateCharacter(char, chars[index - 1], chars[index + 1])
      count++
    })
  }
  return count === 0 ? 0 : Math.max(-3, sum / count)
}

/** Three letters with accents in a row: another script in a Western European encoding. */
const latinAccents = /^[\u00c0-\u024f]{3}$/
const letter = /\p{L}|\p{M}/u
const eastAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー々]/u

const punctuation = /[\u2010-\u2027\u3000-\u303f\uff00-\uff20«»¡¿·]/
const inWords = /[’·–\u3000-\u303f\uff00-\uff20]/

/** Returns how plausible a character is between its neighbours: from -5 to 1. */
function rateCharacter(char: string, before = ' ', after = ' '): number {
  if (/[\x80-\x9f\ufffd\p{Co}\p{Cn}]/u.test(char)) return -5
  if (/[\uff61-\uff9f]/.test(char)) return -1
  // Latin words contain no single character of another script, but brand names precede Japanese words.
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(char)) return 1.3
  if (eastAsian.test(char)) return /[a-z]/.test(before) && /[a-z\s]/.test(after) ? -2 : 1
  if (!letter.test(char)) return rateSymbol(char, before, after)
  return rateLetter(char, before, after)
}

function rateSymbol(char: string, before: string, after: string): number {
  const [isAfterLetter, isBeforeLetter] = [letter.test(before), letter.test(after)]
  if (punctuation.test(char)) return isAfterLetter && isBeforeLetter && !inWords.test(char) ? -2 : 0.3
  return isAfterLetter || isBeforeLetter ? -2 : -0.3
}

function rateLetter(char: string, before: string, after: string): number {
  const script = scriptOf(char)
  const isMixed = [before, after].some((neighbour) => (scriptOf(neighbour) ?? script) !== script)
  const isCapitalInside = /\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)
  const isBeforeCapital = /\p{Ll}/u.test(char) && /\p{Lu}/u.test(after)
  return isMixed || isCapitalInside || isBeforeCapital ? -2 : 1
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'].map(
  (name) => new RegExp(`\\p{sc=${name}}`, 'u'),
)
const scriptOf = (char: string) => scripts.find((script) => script.test(char))
