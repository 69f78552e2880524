import { z } from 'zod'
import { requestShape } from '../generate.ts'
import { byName, fieldsOf, trackingNames } from '../link/fields.ts'
import { linkRecord } from '../record.ts'

/** A word that links in the library carry, and how many of them. */
export const word = z.object({ value: z.string(), count: z.int() })
export type Word = z.infer<typeof word>

/** The words in use, most used first. */
export const words = z.object({
  tags: z.array(word),
  tracking: z.object(byName(trackingNames, () => z.array(word))),
})
export type Words = z.infer<typeof words>

/** By what links are alike: where they lead, and what they tell the app. */
export const targetFields = [...fieldsOf('appTarget'), ...fieldsOf('target')]
export const duplicateKeyFields = [...targetFields, ...fieldsOf('data')]

export const suggestionCalls = {
  /** The words of recent links, for a form to suggest. */
  'suggestions.words': { input: z.strictObject({}), output: words },
  /** Links in the library with the same destinations and app data, newest first, at most five. */
  'suggestions.similar': {
    input: z.strictObject({ request: requestShape }),
    output: z.array(linkRecord),
  },
}
