import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useSimilar } from '../../api/suggestions.ts'
import { linkPath } from '../../session/routes.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useCall } from '../../api/useCall.ts'
import { isSameDefinition, type Promotable } from './promotion.ts'

/** Warns that the link has been promoted before, to prevent a second promotion by accident. */
export function ExistingLink({ record, profileId }: { record: Promotable; profileId: string }) {
  const twin = useExistingLink(record, profileId)
  if (!twin) return null
  const isKnown = twin.link !== null
  return (
    <Callout
      tone="warn"
      role="status"
      title={isKnown ? 'This link is in production already' : 'This link may be in production already'}
    >
      <p>
        {isKnown ? (
          <>
            <Link href={linkPath(twin.id)}>{twin.link}</Link> has the same definition. Promoting again creates
            a second one.
          </>
        ) : (
          <>
            It was sent there before, and it is{' '}
            <Link href={`/links/${twin.id}`}>not certain whether it was created</Link>. Promoting again may
            create a second one.
          </>
        )}
      </p>
    </Callout>
  )
}

/**
 * Returns the newest link in a profile's production environment that is a certain or possible duplicate: promoted from
 * this one, or created with the same definition.
 */
function useExistingLink({ id, request }: Promotable, profileId: string): LinkRecord | null {
  const promotions = useCall('links.promotions', { id }).data ?? []
  const similar = useSimilar(request).data ?? []
  const alike = similar.filter((link) => isSameDefinition(request, link.request))
  const twin = [...promotions, ...alike].find(
    (link) => link.environment === 'production' && link.profileId === profileId,
  )
  return twin ?? null
}
