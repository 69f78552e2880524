import { z } from 'zod'

/** Returns the number of Unicode code points in `text`. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; count++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1
  return count
}

/**
 * Formats a whole number with thousands separators: "1,000". Creating an `Intl` formatter takes longer than
 * drawing a form.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whether every database stores the text unchanged. Some lose U+0000 or lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns a schema for a string of at most `max` code points that every database stores unchanged. */
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
 * Returns a check for `z.string().check(…)`. `fault` returns an error message or `null`. Unlike `refine`, it
 * creates no closure per value, which matters because the service checks each field of every create.
 */
export function textCheck(fault: (text: string) => string | null) {
  return (checked: TextPayload): void => {
    const message = fault(checked.value)
    if (message !== null) rejectText(checked, message)
  }
}

/** A text that zod is checking. A check may replace it. */
export type TextPayload = z.core.ParsePayload<string>

/** Adds an error message for a text. Other checks still run. */
export function rejectText(checked: TextPayload, message: string): void {
  checked.issues.push({ code: 'custom', message, input: checked.value, continue: true })
}
