/**
 * Scripts written without spaces. Each character becomes a word, when indexing and searching, so that any
 * sequence is found as a phrase.
 */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu

/** Emoji and flags, but not signs of text such as ©. */
const emoji = /[[\p{Extended_Pictographic}\p{RI}]--[\0-\u22ff]]/gv

/**
 * Normalizes a text for indexing and searching: one spelling per character, unspaced scripts split, and each emoji as a
 * private-use character, because FTS5 ignores emoji.
 */
export function toSearchText(text: string): string {
  if (isAscii(text)) return text
  return text.normalize('NFKC').replace(unspacedScripts, ' $& ').replace(emoji, toPrivateUse)
}

/** No two emoji share the last four digits of their code point. */
function toPrivateUse(emoji: string): string {
  return ` ${String.fromCodePoint(0xf0000 + ((emoji.codePointAt(0) ?? 0) & 0xffff))} `
}

/** Returns JSON as words: keys and values with escapes decoded. Linear time. */
export function jsonText(json: string): string {
  if (!json.includes('\\')) return json
  return json.replace(
    /\\u([0-9a-fA-F]{4})|\\(.)/gs,
    (_, code: string | undefined, char: string | undefined) =>
      code === undefined
        ? /[bfnrt]/.test(char ?? '')
          ? ' '
          : (char ?? '')
        : String.fromCharCode(parseInt(code, 16)),
  )
}

/** Whether a text contains anything that FTS5 treats as a word. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text)
}

/** Returns the words that can be found by a substring: at least four letters, and not mostly digits. */
export function splitTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]{4,40}/gu) ?? []
  return words.filter((word) => /\p{L}/u.test(word) && !/\p{N}{4}/u.test(word))
}

/** Returns a sort key: without case, accents and anything beyond 100 characters. Empty texts sort last. */
export function sortKey(text: string | null): string {
  const start = (text ?? '').slice(0, 200)
  const plain = isAscii(start) ? start : start.normalize('NFKD').replace(/\p{M}/gu, '')
  const folded = plain.toLowerCase().trim()
  return folded === '' ? '\u{10ffff}' : folded.slice(0, 100)
}

/** Returns the sort key of an address: as of a text, without `https://www.`. */
export function addressKey(address: string | null): string {
  return sortKey(address?.replace(/^https?:\/\/(www\.)?/i, '') ?? null)
}

/** Whether a text is ASCII only, so that normalization changes nothing. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
