import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { duplicateKeyFields } from '../../contract/calls/suggestions.ts'
import type { Words } from '../../contract/calls/suggestions.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { byName, pick, trackingNames } from '../../contract/link/fields.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

/** Everything that the library suggests; out of date as soon as a link is made. */
export const suggestionsKey = ['suggestions'] as const

const noWords: Words = { tags: [], tracking: byName(trackingNames, () => []) }

/** The words in use. Suggestions are a courtesy: without them the form works all the same. */
export function useSuggestions(): Words {
  const words = useQuery({
    queryKey: [...suggestionsKey, 'words'],
    queryFn: () => unwrapResult(call('suggestions.words', {})),
    staleTime: 60_000,
  })
  return words.data ?? noWords
}

/** Links that a request would repeat. Asks anew only when something has changed by which links are alike. */
export function useSimilar(request: GenerateRequest) {
  const likeness: GenerateRequest = pick(request, duplicateKeyFields)
  return useQuery({
    queryKey: [...suggestionsKey, 'similar', likeness],
    queryFn: () => unwrapResult(call('suggestions.similar', { request: likeness })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
