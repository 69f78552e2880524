import { z } from 'zod'
import { storableTextError } from './text.ts'

/** The error for a value that isn't a text. */
export const textTypeError = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Is required.' : 'Must be text.'),
}

/** Returns a schema for a string of at most `max` code points that every database stores unchanged. */
export function storableText(max: number) {
  return z.string(textTypeError).check(textCheck((text) => storableTextError(text, max)))
}

/**
 * Returns a check for `z.string().check(…)`. `findError` returns an error message or `null`. Unlike `refine`, it
 * creates no closure per value, which matters because the service checks each field of every create.
 */
export function textCheck(findError: (text: string) => string | null) {
  return (checked: TextPayload): void => {
    const message = findError(checked.value)
    if (message !== null) rejectText(checked, message)
  }
}

/** A text that zod is checking. A check may replace its value. */
export type TextPayload = z.core.ParsePayload<string>

/** Adds an error message for a text. Other checks still run. */
export function rejectText(checked: TextPayload, message: string): void {
  checked.issues.push({ code: 'custom', message, input: checked.value, continue: true })
}
