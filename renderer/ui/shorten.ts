/** Average code units of a character: enough for a row of family emoji. */
const maxUnits = 16

/**
 * Shortens a text to `max` characters by replacing its middle with `…`: a URL's host and last part identify it best.
 * Never splits a character. Reads only the ends of a long text, and returns at most `max * 16` code units, because one
 * character can have thousands.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const isShort = text.length <= max * maxUnits
  const all = isShort ? characters(text) : []
  if (isShort && all.length <= max) return text
  const tailLength = Math.floor((max - 1) / 2)
  const scanLength = (max * maxUnits) / 2
  // The last and the first one, where the text was cut, can be parts of characters.
  const head = isShort ? all : characters(text.slice(0, scanLength)).slice(0, -1)
  const tail = isShort ? all : characters(text.slice(-scanLength)).slice(1)
  return [
    ...head.slice(0, max - 1 - tailLength),
    '…',
    ...tail.slice(Math.max(0, tail.length - tailLength)),
  ].join('')
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
