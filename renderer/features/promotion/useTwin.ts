import type { LinkRecord } from '../../../contract/record.ts'
import { usePromotions } from '../../api/links.ts'
import { useSimilar } from '../../api/suggestions.ts'
import { sameDefinition } from './promotion.ts'
import type { Promotable } from './promotion.ts'

/**
 * The newest link in a profile's production that repeats this one already, or perhaps does: one that was promoted from it, or
 * one that was asked for with the same definition.
 */
export function useTwin({ id, request }: Promotable, profileId: string): LinkRecord | null {
  const promotions = usePromotions(id).data ?? []
  const similar = useSimilar(request).data ?? []
  const alike = similar.filter((link) => sameDefinition(request, link.request))
  const twin = [...promotions, ...alike].find(
    (link) => link.environment === 'production' && link.profileId === profileId,
  )
  return twin ?? null
}
