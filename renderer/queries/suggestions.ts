import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Words } from '../../contract/calls/suggestions.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { call } from '../call.ts'
import { valueOf } from './problemError.ts'

const none: Words = { tags: [], campaigns: [], sources: [], mediums: [] }

/** The words in use. Suggestions are a courtesy: without them the form works all the same. */
export function useWords(): Words {
  const words = useQuery({
    queryKey: ['suggestions.words'],
    queryFn: () => valueOf(call('suggestions.words', {})),
    staleTime: 60_000,
  })
  return words.data ?? none
}

/** Links that a request would repeat. */
export function useSimilar(request: GenerateRequest) {
  return useQuery({
    queryKey: ['suggestions.similar', request],
    queryFn: () => valueOf(call('suggestions.similar', { request })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
