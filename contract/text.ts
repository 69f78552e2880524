import { z } from 'zod'

/** The number of Unicode code points in `text`: what a person would count as characters, emoji aside. */
export function codePoints(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return count
}

/** A whole number as English groups its digits: "1,000". `Intl` takes longer for its first one than a form to be drawn. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whether no engine would damage the text: U+0000 and lone surrogates are lost by one database or another. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A string of at most `max` code points that every engine stores exactly. */
export function storableText(max: number) {
  const tooLong = `Must be at most ${formatCount(max)} characters long.`
  return z.string({ error: ({ input }) => (input === undefined ? 'Is required.' : 'Must be text.') }).check(
    textCheck((text) => {
      if (!isStorable(text)) {
        return 'Contains a character that cannot be stored (U+0000 or half of a surrogate pair).'
      }
      return text.length <= max || codePoints(text) <= max ? null : tooLong
    }),
  )
}

/**
 * A check for `z.string().check(…)`. `fault` says as a sentence what is wrong with a text, `null` when nothing is. What
 * `refine` would do, without the closure that it makes for every value: the service checks each field of every create.
 */
export function textCheck(fault: (text: string) => string | null) {
  return (checked: TextPayload): void => {
    const message = fault(checked.value)
    if (message !== null) rejectText(checked, message)
  }
}

/** A text that zod is checking; a check may put another in its place. */
export type TextPayload = z.core.ParsePayload<string>

/** Says as a sentence what is wrong with a text, and lets the other checks go on. */
export function rejectText(checked: TextPayload, message: string): void {
  checked.issues.push({ code: 'custom', message, input: checked.value, continue: true })
}
