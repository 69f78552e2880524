import { Automaton, searchPlain } from './redaction/automaton.ts'
import type { ReportMatch } from './redaction/automaton.ts'
import { searchBase64, searchHex } from './redaction/encodings.ts'
import { unescapeView } from './redaction/unescape.ts'
import { releaseView, createView } from './redaction/textView.ts'
import type { TextView } from './redaction/textView.ts'

/** Takes every key that the app has had in its hands out of texts that leave it, however the key is spelt there. */
export interface Redactor {
  /** Remembers a key, so that it is found from now on. */
  learn: (secret: string) => void
  /** The text without keys. Of a longer one than `most` characters only the beginning is looked at and given back. */
  redact: (text: string, maxLength?: number) => string
}

const mask = '[project key]'
/** Shorter ones would be found in ordinary words and addresses. No key worth keeping is as short as this. */
const minKeyLength = 8
/** From this length on, a key without its first or its last character is found as well. */
const minCutKeyLength = 12
/** Escapes within escapes that are read: HTML in a URL in JSON. The same escape in itself counts as one. */
const maxEscapeDepth = 3
/** Characters by which one character of a key is spelt, so that one which goes on behind a cut is seen whole. */
const maxSpellingLength = 16
/** The longest answer that the app takes from a service, in characters. */
const defaultMaxLength = 4 * 1_024 * 1_024

/** Texts no longer than this are remembered with what came of them: addresses and headers are the same in request after request. */
const maxCachedLength = 128
const maxCachedTexts = 500

/**
 * A redactor that knows no key yet. Its work grows with the text and not with what stands there: the text is read in each
 * way in which programs spell texts, each time in one walk.
 */
export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  let automaton: Automaton | null = null
  const remembered = new Map<string, string>()
  const maskedShort = (text: string, words: Automaton) => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    if (remembered.size >= maxCachedTexts) remembered.clear()
    const clean = maskText(text, text.length, words)
    remembered.set(text, clean)
    return clean
  }
  return {
    learn: (secret) => {
      if (secret.length < minKeyLength || secrets.has(secret)) return
      secrets.add(secret)
      automaton = null
      remembered.clear()
    },
    redact: (text, maxLength = defaultMaxLength) => {
      if (secrets.size === 0) return text.slice(0, maxLength)
      automaton ??= new Automaton([...secrets].flatMap(searchWords))
      // No spelling of a word is shorter than the word.
      if (text.length < automaton.shortest) return text.slice(0, maxLength)
      const isShort = text.length <= Math.min(maxCachedLength, maxLength)
      return isShort ? maskedShort(text, automaton) : maskText(text, maxLength, automaton)
    },
  }
}

/**
 * What is looked for: the key as it is read at each depth of escapes, since it may itself look like one; and with the
 * escapes of JSON and of a URL, since those inside base64 and hexadecimal are not read. Reading escapes takes backslashes
 * away together with those in front of them, so that the key is looked for without its own as well.
 */
function searchWords(secret: string): string[] {
  const [key = '', ...deeper] = readEscapedViews(createView(secret)).map(viewWord)
  const spelt = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  const others = [...deeper, key.replaceAll('\\', '')].filter(({ length }) => length >= minKeyLength)
  const words = [key, ...spelt, ...others]
  const cuttable = words.filter(({ length }) => length >= minCutKeyLength)
  return [...new Set([...words, ...cuttable.flatMap((word) => [word.slice(1), word.slice(0, -1)])])]
}

function viewWord({ codes, length }: TextView): string {
  return String.fromCharCode(...codes.subarray(0, length))
}

/** The text with a mask in the place of each stretch in which something was found. */
function maskText(text: string, maxLength: number, automaton: Automaton): string {
  const searchedText = text.slice(0, maxLength + automaton.longest * maxSpellingLength)
  const isCut = searchedText.length < text.length
  // At each place how many finds begin there less how many have ended: finds can overlap as often as they like.
  let changes = null as Int32Array | null
  const mark = (start = 0, end = 0) => {
    changes ??= new Int32Array(searchedText.length + 1)
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  const readings = readEscapedViews(createView(searchedText))
  for (const [level, view] of readings.entries()) {
    const found: ReportMatch = (first, last) => mark(view.starts[first], view.ends[last])
    // Neither hexadecimal nor base64 has a character that begins an escape, so reading the escapes step by step shows no
    // more of them than reading all. The text as it stands is for those of which a neighbour makes an escape.
    const isBetween = level > 0 && level + 1 < readings.length
    const searches = isBetween ? [searchPlain] : [searchPlain, searchHex, searchBase64]
    for (const search of searches) search(view, isCut, automaton, found)
  }
  readings.forEach(releaseView)
  return changes === null ? text.slice(0, maxLength) : applyMasks(searchedText, maxLength, changes)
}

function applyMasks(text: string, maxLength: number, changes: Int32Array): string {
  const parts: string[] = []
  let [open, from] = [0, 0]
  for (let position = 0; position < Math.min(maxLength, text.length); position++) {
    const change = changes[position] ?? 0
    if (change === 0) continue
    const wasOpen = open > 0
    open += change
    if (wasOpen === open > 0) continue
    parts.push(wasOpen ? mask : text.slice(from, position))
    from = position
  }
  parts.push(open > 0 ? mask : text.slice(from, maxLength))
  return parts.join('')
}

/** A view, and what it says with its escapes read, then with those read that come to light. */
function readEscapedViews(view: TextView): TextView[] {
  const readings = [view]
  for (
    let deeper = unescapeView(view);
    deeper && readings.length <= maxEscapeDepth;
    deeper = unescapeView(deeper)
  ) {
    readings.push(deeper)
  }
  return readings
}
