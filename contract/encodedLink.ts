/** Matches a scheme that is percent-encoded once or more: `https%3A%2F%2F`, `https%253A%252F%252F`. */
const encodedSchemePattern = /https?(?::|%(?:25){0,4}3a)(?:\/|%(?:25){0,4}2f){2}/i

/** Returns the part of a word that starts with a percent-encoded address, or `null`. */
export function findEncodedLink(word: string): string | null {
  const start = word.search(encodedSchemePattern)
  if (start < 0) return null
  const encoded = word.slice(start)
  // As a parameter of another address, it ends where the next parameter begins.
  const end = start > 0 ? encoded.search(/[&#]/) : -1
  return end < 0 ? encoded : encoded.slice(0, end)
}

/** Removes one level of percent-encoding. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Truncated inside a character, or with a literal `%`: decode only the ASCII characters.
    return text.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
  }
}
