import { keepPreviousData } from '@tanstack/react-query'
import type { Words } from '../../contract/app/calls/links/suggestions.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { byName, duplicateKeyFields, pick, trackingNames } from '../../contract/service/link/fields.ts'
import { useCall } from './useCall.ts'

const noWords: Words = { tags: [], tracking: byName(trackingNames, () => []), parameters: {} }

/** Returns suggested values. The form also works without them. */
export function useSuggestions(): Words {
  return useCall('suggestions.words', {}, { staleTime: 60_000 }).data ?? noWords
}

/** Returns existing links that a request would duplicate. Refetched only when a field used for comparison changes. */
export function useSimilar(request: GenerateRequest) {
  return useCall(
    'suggestions.similar',
    { request: pick(request, duplicateKeyFields) },
    { placeholderData: keepPreviousData, gcTime: 10_000 },
  )
}
