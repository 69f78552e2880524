/** Removes every key known to the app from texts that leave it. */
export type Redactor = ReturnType<typeof createRedactor>

const mask = '[project key]'
/** Minimum length of a key. Shorter ones would match ordinary words and addresses. */
const minKeyLength = 8
/** Maximum length of one encoded character of a key: `\u0026`. */
const maxSpellingLength = 6
/** Default maximum length, in characters: the longest response that the app accepts. */
const defaultMaxLength = 4 * 1_024 * 1_024

/**
 * Creates a redactor without keys. It finds a key as it is, URL-encoded, escaped as in JSON, and in base64. A service
 * that hides the key in another way already has it.
 */
export function createRedactor() {
  const patterns = new Map<string, RegExp[]>()
  let maxKeyLength = 0
  return {
    /** Adds a key to search for. */
    learn: (secret: string) => {
      if (secret.length < minKeyLength || patterns.has(secret)) return
      patterns.set(secret, [escapedPattern(secret), base64Pattern(secret)])
      maxKeyLength = Math.max(maxKeyLength, secret.length)
    },
    /** Returns the text with keys masked. Reads and returns at most `maxLength` characters. */
    redact: (text: string, maxLength = defaultMaxLength) => {
      // A key that the cut would split is found by reading on.
      const searchedText = text.slice(0, maxLength + maxKeyLength * maxSpellingLength)
      const matches = [...patterns.values()].flat().flatMap((pattern) => [...searchedText.matchAll(pattern)])
      return maskMatches(text, matches, maxLength)
    },
  }
}

/** Returns the text with each match replaced by a mask. Matches of two keys can overlap. */
function maskMatches(text: string, matches: readonly RegExpExecArray[], maxLength: number): string {
  let [masked, end] = ['', 0]
  for (const { 0: spelling, index } of matches.toSorted((a, b) => a.index - b.index)) {
    if (index >= maxLength) break
    if (index >= end) masked += text.slice(end, index) + mask
    end = Math.max(end, index + spelling.length)
  }
  return masked + text.slice(end, maxLength)
}

/** Returns a pattern for a key of which each character is plain or escaped. Header names lose their upper case. */
function escapedPattern(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0')
    const plain = `\\u${hex.padStart(4, '0')}`
    const jsonPair = '"\\/'.includes(character) ? [`\\\\${plain}`] : []
    return `(?:${[...jsonPair, `\\\\u${hex.padStart(4, '0')}`, `%${hex}`, plain].join('|')})`
  })
  return new RegExp(characters.join(''), 'gi')
}

/**
 * Returns a pattern for a key inside a text in base64 (RFC 4648, both alphabets). Three bytes are four letters, so the
 * key has three spellings. Their first and last letters belong to the neighbours as well.
 */
function base64Pattern(secret: string): RegExp {
  const spellings = [0, 1, 2].map((offset) => {
    const letters = Buffer.from('\0'.repeat(offset) + secret).toString('base64url')
    const ownLetters = letters.slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + secret.length) * 8) / 6),
    )
    return ownLetters.replaceAll('-', '[+-]').replaceAll('_', '[/_]')
  })
  return new RegExp(spellings.join('|'), 'g')
}
