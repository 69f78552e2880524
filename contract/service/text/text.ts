/** Returns the number of Unicode code points in `text`. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; count++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1
  return count
}

/**
 * Formats a whole number with thousands separators: "1,000". The same on every computer, because the service's responses
 * contain it.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

// Created lazily, because the first use of `Intl` is slow; `toLocaleString` creates one per call.
let numberFormat: Intl.NumberFormat | undefined

/** Formats a whole number for this computer's region: "1,000", or "1.000" in Germany. */
export function formatNumber(number: number): string {
  numberFormat ??= new Intl.NumberFormat()
  return numberFormat.format(number)
}

/** Whether every database stores the text unchanged. Some lose U+0000 or lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The error for a text that isn't storable. */
export const unstorableError =
  'Contains an invisible or damaged character. Delete it, or type the text again.'

/** Returns why a text of at most `max` code points cannot be stored, or `null` if it can. */
export function storableTextError(text: string, max: number): string | null {
  if (!isStorable(text)) return unstorableError
  if (text.length <= max || codePoints(text) <= max) return null
  return `Must be at most ${formatCount(max)} characters long.`
}

/** Returns a name or value shortened for a message. */
export function shortenName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name
}

/** Removes the characters at the end of a text that match. Uses a loop, because `[…]+$` takes quadratic time on long runs. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0) {
    const isPair = (text.codePointAt(end - 2) ?? 0) > 0xffff
    const start = end - (isPair ? 2 : 1)
    if (!character.test(text.slice(start, end))) break
    end = start
  }
  return text.slice(0, end)
}
