import type { LinkRecord } from '../../contract/record.ts'
import { useSimilar } from '../queries/suggestions.ts'
import { sameDefinition } from './promotion.ts'
import type { Promotable } from './promotion.ts'

/** The newest link in a profile's production that was asked for with the same definition, if there is one. */
export function useTwin({ request }: Promotable, profileId: string): LinkRecord | null {
  const similar = useSimilar(request)
  const twin = similar.data?.find(
    (link) =>
      link.environment === 'production' &&
      link.state === 'created' &&
      link.profileId === profileId &&
      sameDefinition(request, link.request),
  )
  return twin ?? null
}
