import type { suggestionCalls } from '../../contract/calls/suggestions.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Suggestions } from '../suggestions/suggestions.ts'

export function suggestionHandlers(suggestions: Suggestions): Pick<Handlers, keyof typeof suggestionCalls> {
  return {
    'suggestions.words': () => Promise.resolve(ok(suggestions.words())),
    'suggestions.similar': ({ request }) => Promise.resolve(ok(suggestions.similar(request))),
  }
}
