import { Button } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { titleOf } from '../../features/record/titleOf.ts'
import { firstAddress } from '../../link/linkOfRecord.ts'
import { linkPath } from '../../session/routes.ts'
import { Callout } from '../../ui/Callout.tsx'
import { LongText } from '../../ui/LongText.tsx'

/** Shows the values of an imported file for a link that another service made. */
export function KeptForReference({ record }: { record: LinkRecord }) {
  const destination = firstAddress(record)
  return (
    <Callout
      tone="quiet"
      icon={Bookmark}
      role="status"
      title={`Kept for reference: ${titleOf(record)}`}
      actions={
        <Button size="xs" variant="default" component={Link} href={linkPath(record.id)}>
          Open full page
        </Button>
      }
    >
      <p>
        Another service made it. This is what the imported file says, and no service has confirmed it
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
