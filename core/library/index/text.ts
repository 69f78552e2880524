/**
 * Scripts that are written without spaces: each of their characters becomes a word, in what is stored and in what is asked, so
 * that any run of them is found as a phrase.
 */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu

/** A text as it is indexed and asked for: one spelling of each character, and unspaced scripts taken apart. */
export function toSearchText(text: string): string {
  if (isAscii(text)) return text
  return text.normalize('NFKC').replace(unspacedScripts, ' $& ')
}

/** An address as words: percent-encoding undone where that gives text. */
export function addressText(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** JSON as words: its keys and values, with what was written by escapes undone. Linear, whatever the text is. */
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

/** Whether a text has anything that FTS5 takes for a word. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text)
}

/** The words of a text that are long enough to be found by their inside. What is mostly digits is looked for from its beginning. */
export function splitTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]{4,40}/gu) ?? []
  return words.filter((word) => /\p{L}/u.test(word) && !/\p{N}{4}/u.test(word))
}

/** A text as others are sorted beside it: without case, accents and what lies beyond a sensible length; nothing comes last. */
export function sortKey(text: string | null): string {
  const begin = (text ?? '').slice(0, 200)
  const bare = isAscii(begin) ? begin : begin.normalize('NFKD').replace(/\p{M}/gu, '')
  const folded = bare.toLowerCase().trim()
  return folded === '' ? '\u{10ffff}' : folded.slice(0, 100)
}

/** Whether a text is of plain letters and signs alone, which are spelt in one way. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
