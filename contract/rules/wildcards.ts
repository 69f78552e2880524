/** Explains the special characters of a pattern to users. */
export const wildcardHelp = '* matches any text, ? any one character, # any one digit'

/**
 * Whether a whole text matches a pattern: `*` matches any text, `?` one character, `#` one digit, and everything else
 * itself. Takes at most pattern × text steps, so that no pattern can hang the app, as a regular expression could.
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [symbols, given] = [Array.from(pattern), Array.from(text)]
  let [at, read, star, resume] = [0, 0, -1, 0]
  while (read < given.length) {
    if (symbols[at] === '*') {
      star = at++
      resume = read
    } else if (matchesOne(symbols[at], given[read] ?? '')) {
      at++
      read++
    } else if (star >= 0) {
      // Backtracks: the last `*` matches one more character.
      at = star + 1
      read = ++resume
    } else return false
  }
  while (symbols[at] === '*') at++
  return at === symbols.length
}

function matchesOne(symbol: string | undefined, given: string): boolean {
  if (symbol === '?') return true
  return symbol === '#' ? /^\d$/.test(given) : symbol === given
}
