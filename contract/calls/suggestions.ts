import { z } from 'zod'
import { requestShape } from '../generate.ts'
import { byName, trackingNames } from '../link/fields.ts'
import { linkRecord } from '../record.ts'

/** A word used by links in the library, and the number of these links. */
const word = z.object({ value: z.string(), count: z.int() })
export type Word = z.infer<typeof word>

/** The words in use, most frequent first. */
export const words = z.object({
  tags: z.array(word),
  tracking: z.object(byName(trackingNames, () => z.array(word))),
})
export type Words = z.infer<typeof words>

export const suggestionCalls = {
  /** Returns the words of recent links, as suggestions for a form. */
  'suggestions.words': { input: z.strictObject({}), output: words },
  /** Returns links with the same destinations and app data, newest first, at most five. */
  'suggestions.similar': {
    input: z.strictObject({ request: requestShape }),
    output: z.array(linkRecord),
  },
}
