import type { suggestionCalls } from '../../contract/calls/suggestions.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { Suggestions } from '../suggestions/suggestions.ts'

export function suggestionHandlers(
  suggestions: Remote<Suggestions>,
): Pick<Handlers, keyof typeof suggestionCalls> {
  return {
    'suggestions.words': async () => ok(await suggestions.words()),
    'suggestions.similar': async ({ request }) => ok(await suggestions.similar(request)),
  }
}
