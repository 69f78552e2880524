import { Bookmark } from 'lucide-react'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { firstAddress } from '../../link/linkOfRecord.ts'
import { linkPath } from '../../session/routes.ts'
import { Callout } from '../../ui/Callout.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Shows the values that an imported file lists for another service's link. */
export function KeptForReference({ record }: { record: LinkRecord }) {
  const destination = firstAddress(record)
  return (
    <Callout
      tone="quiet"
      icon={Bookmark}
      role="status"
      title={`Kept for reference: ${linkTitle(record)}`}
      actions={
        <SmallButton component={Link} href={linkPath(record.id)}>
          Open full page
        </SmallButton>
      }
    >
      <p>
        Another service made this link. These values come from the imported file; no service has confirmed
        them
        {destination === null ? (
          '.'
        ) : (
          <>
            : it goes to <LongText text={destination} />
          </>
        )}
      </p>
    </Callout>
  )
}
