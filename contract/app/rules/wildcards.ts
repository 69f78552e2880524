/** Explains the special characters of a pattern to users. */
export const wildcardHelp = '* matches any text, ? any one character, # any one digit'

/**
 * Whether a whole text matches a pattern: `*` matches any text, `?` one character, `#` one digit, and everything else
 * itself. Takes at most pattern × text steps, so that no pattern can hang the app, as a regular expression could.
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [symbols, characters] = [Array.from(pattern), Array.from(text)]
  let [symbolIndex, textIndex, starIndex, resumeIndex] = [0, 0, -1, 0]
  while (textIndex < characters.length) {
    if (symbols[symbolIndex] === '*') {
      starIndex = symbolIndex++
      resumeIndex = textIndex
    } else if (matchesOne(symbols[symbolIndex], characters[textIndex] ?? '')) {
      symbolIndex++
      textIndex++
    } else if (starIndex >= 0) {
      // Backtracks: the last `*` matches one more character.
      symbolIndex = starIndex + 1
      textIndex = ++resumeIndex
    } else return false
  }
  while (symbols[symbolIndex] === '*') symbolIndex++
  return symbolIndex === symbols.length
}

function matchesOne(symbol: string | undefined, characters: string): boolean {
  if (symbol === '?') return true
  return symbol === '#' ? /^\d$/.test(characters) : symbol === characters
}
