/** A scheme that is percent-encoded, perhaps more than once: `https%3A%2F%2F`, `https%253A%252F%252F`. */
const encodedSchemePattern = /https?(?::|%(?:25){0,4}3a)(?:\/|%(?:25){0,4}2f){2}/i

/** The part of a word from where it holds a percent-encoded address on; `null` where it holds none. */
export function findEncodedLink(word: string): string | null {
  const start = word.search(encodedSchemePattern)
  if (start < 0) return null
  const encoded = word.slice(start)
  // As the parameter of another address it ends with the next one.
  const end = start > 0 ? encoded.search(/[&#]/) : -1
  return end < 0 ? encoded : encoded.slice(0, end)
}

/** The same text without the outermost percent-encoding. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Cut off in the middle of a character, or with a `%` of its own: what is plain ASCII can be read all the same.
    return text.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
  }
}
