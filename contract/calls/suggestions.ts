import { z } from 'zod'
import { requestShape } from '../generate.ts'
import { linkRecord } from '../record.ts'

/** A word that links in the library carry, and how many of them. */
export const word = z.object({ value: z.string(), count: z.int() })
export type Word = z.infer<typeof word>

/** The words in use, most used first. */
export const words = z.object({
  tags: z.array(word),
  campaigns: z.array(word),
  sources: z.array(word),
  mediums: z.array(word),
})
export type Words = z.infer<typeof words>

export const suggestionCalls = {
  /** The words of recent links, for a form to suggest. */
  'suggestions.words': { input: z.strictObject({}), output: words },
  /** Links in the library with the same destinations and app data, newest first, at most five. */
  'suggestions.similar': {
    input: z.strictObject({ request: requestShape }),
    output: z.array(linkRecord),
  },
}
