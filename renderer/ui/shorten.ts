/**
 * At most `max` characters of a text, its middle replaced by `…`: of a URL the host and the last part tell it from others.
 * No character is cut in two.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  // A character is a few code units long, and a foreign text may be of any length: only its ends are looked at.
  const near = max * 16
  if (text.length <= near && characters(text).length <= max) return text
  const tail = Math.floor((max - 1) / 2)
  const head = characters(text.slice(0, near)).slice(0, max - 1 - tail)
  return [...head, '…', ...characters(text.slice(-near)).slice(-tail)].join('')
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
