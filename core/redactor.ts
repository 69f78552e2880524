import { Automaton, searchPlain } from './redaction/automaton.ts'
import type { ReportMatch } from './redaction/automaton.ts'
import { searchBase64, searchHex } from './redaction/encodings.ts'
import { unescapeView } from './redaction/unescape.ts'
import { releaseView, createView } from './redaction/textView.ts'
import type { TextView } from './redaction/textView.ts'

/** Removes every key known to the app from texts that leave it, however the key is encoded. */
export interface Redactor {
  /** Adds a key to search for. */
  learn: (secret: string) => void
  /** Returns the text with keys masked. Reads and returns at most `maxLength` characters. */
  redact: (text: string, maxLength?: number) => string
}

const mask = '[project key]'
/** Minimum length of a key. Shorter ones would match ordinary words and addresses. */
const minKeyLength = 8
/** Minimum length of a key that is also found without its first or last character. */
const minCutKeyLength = 12
/** Maximum nesting of escapes, such as HTML in a URL in JSON. Repeated escapes of one kind count once. */
const maxEscapeDepth = 3
/** Maximum length of one encoded character of a key. Reading that far past the cut still finds a key there. */
const maxSpellingLength = 16
/** Default maximum length, in characters: the longest response that the app accepts. */
const defaultMaxLength = 4 * 1_024 * 1_024

/** Results for short texts are cached, because addresses and headers repeat with every request. */
const maxCachedLength = 128
const maxCachedTexts = 500

/** Creates a redactor without keys. Runs in linear time on any text, because each encoding is scanned in one pass. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  let automaton: Automaton | null = null
  const cache = new Map<string, string>()
  const maskShortText = (text: string, words: Automaton) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    if (cache.size >= maxCachedTexts) cache.clear()
    const masked = maskText(text, text.length, words)
    cache.set(text, masked)
    return masked
  }
  return {
    learn: (secret) => {
      if (secret.length < minKeyLength || secrets.has(secret)) return
      secrets.add(secret)
      automaton = null
      cache.clear()
    },
    redact: (text, maxLength = defaultMaxLength) => {
      if (secrets.size === 0) return text.slice(0, maxLength)
      automaton ??= new Automaton([...secrets].flatMap(searchWords))
      // No encoding of a word is shorter than the word itself.
      if (text.length < automaton.shortest) return text.slice(0, maxLength)
      const isShort = text.length <= Math.min(maxCachedLength, maxLength)
      return isShort ? maskShortText(text, automaton) : maskText(text, maxLength, automaton)
    },
  }
}

/**
 * Returns the words to search for: the key itself, unescaped at each depth (because a key can contain what looks like
 * an escape), and escaped as in JSON and URLs. Also without the key's own backslashes, because unescaping removes
 * those.
 */
function searchWords(secret: string): string[] {
  const [key = '', ...unescaped] = readEscapedViews(createView(secret)).map(viewWord)
  const encoded = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  const others = [...unescaped, key.replaceAll('\\', '')].filter(({ length }) => length >= minKeyLength)
  const words = [key, ...encoded, ...others]
  const cuttable = words.filter(({ length }) => length >= minCutKeyLength)
  return [...new Set([...words, ...cuttable.flatMap((word) => [word.slice(1), word.slice(0, -1)])])]
}

function viewWord({ codes, length }: TextView): string {
  return String.fromCharCode(...codes.subarray(0, length))
}

/** Returns the text with each match replaced by a mask. */
function maskText(text: string, maxLength: number, automaton: Automaton): string {
  const searchedText = text.slice(0, maxLength + automaton.longest * maxSpellingLength)
  const isCut = searchedText.length < text.length
  // Number of matches that start minus those that end at each position, because matches can overlap.
  let changes = null as Int32Array | null
  const addRange = (start = 0, end = 0) => {
    changes ??= new Int32Array(searchedText.length + 1)
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  const views = readEscapedViews(createView(searchedText))
  for (const [level, view] of views.entries()) {
    const reportMatch: ReportMatch = (first, last) => addRange(view.starts[first], view.ends[last])
    // Hexadecimal and base64 contain no escape characters, so the intermediate views can't contain additional matches.
    // The original text is searched as well, because a neighboring character can form an escape.
    const isBetween = level > 0 && level + 1 < views.length
    const searches = isBetween ? [searchPlain] : [searchPlain, searchHex, searchBase64]
    for (const search of searches) search(view, isCut, automaton, reportMatch)
  }
  views.forEach(releaseView)
  return changes === null ? text.slice(0, maxLength) : applyMasks(searchedText, maxLength, changes)
}

function applyMasks(text: string, maxLength: number, changes: Int32Array): string {
  const parts: string[] = []
  let [openCount, from] = [0, 0]
  for (let position = 0; position < Math.min(maxLength, text.length); position++) {
    const change = changes[position] ?? 0
    if (change === 0) continue
    const wasOpen = openCount > 0
    openCount += change
    if (wasOpen === openCount > 0) continue
    parts.push(wasOpen ? mask : text.slice(from, position))
    from = position
  }
  parts.push(openCount > 0 ? mask : text.slice(from, maxLength))
  return parts.join('')
}

/** Returns a view and, repeatedly, its version with escapes decoded once more. */
function readEscapedViews(view: TextView): TextView[] {
  const views = [view]
  for (
    let unescaped = unescapeView(view);
    unescaped && views.length <= maxEscapeDepth;
    unescaped = unescapeView(unescaped)
  ) {
    views.push(unescaped)
  }
  return views
}
