import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Words } from '../../contract/calls/suggestions.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

/** Everything that the library suggests; out of date as soon as a link is made. */
export const suggestionsKey = ['suggestions'] as const

const none: Words = { tags: [], campaigns: [], sources: [], mediums: [] }

/** The words in use. Suggestions are a courtesy: without them the form works all the same. */
export function useSuggestions(): Words {
  const words = useQuery({
    queryKey: [...suggestionsKey, 'words'],
    queryFn: () => valueOf(call('suggestions.words', {})),
    staleTime: 60_000,
  })
  return words.data ?? none
}

/** Links that a request would repeat. Asks anew only when something has changed by which links are alike. */
export function useSimilar({
  data,
  ios_custom_redirect,
  android_custom_redirect,
  desktop_custom_redirect,
}: GenerateRequest) {
  const likeness = { data, ios_custom_redirect, android_custom_redirect, desktop_custom_redirect }
  return useQuery({
    queryKey: [...suggestionsKey, 'similar', likeness],
    queryFn: () => valueOf(call('suggestions.similar', { request: likeness })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
