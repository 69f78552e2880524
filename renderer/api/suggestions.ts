import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Words } from '../../contract/calls/suggestions.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { byName, duplicateKeyFields, pick, trackingNames } from '../../contract/link/fields.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

/** Key of all suggestions. Invalidated when a link is created. */
export const suggestionsKey = ['suggestions'] as const

const noWords: Words = { tags: [], tracking: byName(trackingNames, () => []) }

/** Returns suggested values. The form also works without them. */
export function useSuggestions(): Words {
  const words = useQuery({
    queryKey: [...suggestionsKey, 'words'],
    queryFn: () => unwrapResult(call('suggestions.words', {})),
    staleTime: 60_000,
  })
  return words.data ?? noWords
}

/** Returns links that a request would duplicate. Refetched only when a field that identifies duplicates changes. */
export function useSimilar(request: GenerateRequest) {
  const identifyingFields: GenerateRequest = pick(request, duplicateKeyFields)
  return useQuery({
    queryKey: [...suggestionsKey, 'similar', identifyingFields],
    queryFn: () => unwrapResult(call('suggestions.similar', { request: identifyingFields })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
