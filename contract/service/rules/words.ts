import { z } from 'zod'
import { limits } from '../api/limits.ts'
import { storableTextError } from '../text/text.ts'

/** Limits of rules, so that checking stays fast. */
export const ruleLimits = {
  ...{ values: 2_000, lists: 500, forbidden: 200, pattern: 200 },
  /** Parameters of addresses, and the length of their names for people. */
  ...{ parameters: 30, label: 60 },
} as const

/** One value of a list. Normalized to one Unicode form, because "é" can be one character or two. */
export const word = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'Enter a value.')
  .superRefine((text, check) => {
    const error = storableTextError(text, limits.tracking)
    if (error !== null) check.addIssue(error)
  })

/** The distinct values of a list. */
export const words = z
  .array(word)
  .max(ruleLimits.values, `At most ${ruleLimits.values} values are allowed.`)
  .transform((list) => [...new Set(list)])
