import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'

export function suggestionHandlers({ suggestions }: AppServices) {
  return {
    'suggestions.words': async () => ok(await suggestions.words()),
    'suggestions.similar': async ({ request }) => ok(await suggestions.similar(request)),
  } satisfies Partial<Handlers>
}
