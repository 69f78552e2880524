/**
 * Shortens a text to `max` characters by replacing its middle with `…`: a URL's host and last part identify it best.
 * Never splits a character.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  // A character can have several code units. The text can be very long, so only its ends are split into characters.
  const scanLength = max * 16
  if (text.length <= scanLength && characters(text).length <= max) return text
  const tail = Math.floor((max - 1) / 2)
  const head = characters(text.slice(0, scanLength)).slice(0, max - 1 - tail)
  return [...head, '…', ...characters(text.slice(-scanLength)).slice(-tail)].join('')
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
