import { Clock } from 'lucide-react'
import type { Difference, LinkRecord } from '../../../contract/app/link/record.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { Callout } from '../../ui/Callout.tsx'
import { FieldTable } from '../../ui/FieldTable.tsx'

/**
 * Shows what the service stored differently, or that this is unknown. If nothing differs, `RecordState` says so next to
 * the link. For damaged, looked-up or deleted links, shows only known differences.
 */
export function Differences({ record }: { record: LinkRecord }) {
  const { differences, damaged, added, lastCheck } = record
  const isPartial = damaged !== undefined || added === true || lastCheck === 'gone'
  if (isStoredAsRequested(record) || (isPartial && !differences?.length)) return null
  return <Comparison differences={differences} />
}

/** Returns whether the record is complete enough to say that the service stored every field as requested. */
export function isStoredAsRequested({ differences, damaged, added, lastCheck }: LinkRecord): boolean {
  return differences?.length === 0 && damaged === undefined && added !== true && lastCheck !== 'gone'
}

function Comparison({ differences }: { differences: Difference[] | null }) {
  if (differences === null) {
    return (
      <Callout tone="quiet" icon={Clock} title="Not checked yet">
        <p>
          The link was created, but what the service stored hasn’t been compared with your request yet.{' '}
          <em>Check for changes</em> beside the link compares them.
        </p>
      </Callout>
    )
  }
  return (
    <Callout tone="warn" title="The service stored different values" role="status">
      <p>The link was created, but some fields differ from what you requested.</p>
      <FieldTable
        heads={['Requested', 'Stored']}
        rows={differences.map(({ field, requested, stored }) => ({
          name: fieldName(field),
          before: requested,
          after: stored,
        }))}
      />
    </Callout>
  )
}
