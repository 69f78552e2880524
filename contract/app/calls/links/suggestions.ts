import { z } from 'zod'
import { call } from '../call.ts'
import { requestShape } from '../../../service/link/generate.ts'
import { byName, trackingNames } from '../../../service/link/fields.ts'
import type { Word } from '../../link/nearDuplicate.ts'
import { linkRecord } from '../../link/record.ts'

const word: z.ZodType<Word> = z.object({ value: z.string(), count: z.int() })

/** The words in use, most frequent first. */
export const words = z.object({
  tags: z.array(word),
  tracking: z.object(byName(trackingNames, () => z.array(word))),
  /** The values of parameters of addresses, by field: a name alone could be `constructor`. */
  parameters: z.record(z.templateLiteral(['?', z.string()]), z.array(word)),
})
export type Words = z.infer<typeof words>

export const suggestionCalls = {
  /** Returns the words of recent links, as suggestions for a form. */
  'suggestions.words': call({}, words),
  /** Returns links with the same destinations and app data, newest first, at most five. */
  'suggestions.similar': call({ request: requestShape }, z.array(linkRecord)),
}
