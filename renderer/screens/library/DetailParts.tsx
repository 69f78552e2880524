import { VisuallyHidden } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useCall } from '../../api/useCall.ts'
import { LinkChanges } from '../../features/change/LinkChanges.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { Visits } from '../../features/visits/Visits.tsx'
import { firstAddress } from '../../link/linkOfRecord.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { IconLine } from '../../ui/IconLine.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { LocalFields } from './LocalFields.tsx'

/** Shows the destination. */
export function DestinationPart({ record }: { record: LinkRecord }) {
  const destination = firstAddress(record)
  if (destination === null) return null
  return (
    <IconLine icon={ArrowRight} size={14} gap={8} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      <VisuallyHidden>Goes to </VisuallyHidden>
      <LongText text={destination} />
    </IconLine>
  )
}

interface RecordPartProps {
  record: LinkRecord
  profile: SavedProfile | undefined
}

/**
 * Shows visits, tags and changes. A change that wasn't applied comes first, because it needs the user. The parts keep their state when they
 * move.
 */
export function MainParts({ record, profile }: RecordPartProps) {
  const enabled = profile?.canChangeLinks === true
  const open = useCall('changes.open', { link: record.id }, { enabled }).data
  const changes = <LinkChanges key={`change ${record.id}`} {...{ record, profile }} level={3} />
  const others = [
    <VisitCounts key={`visits ${record.id}`} record={record} profile={profile} />,
    <LocalFields key={`local ${record.id}`} record={record} profile={profile} />,
  ]
  return open?.problem ? [changes, ...others] : [...others, changes]
}

/** Shows the link's visits, if its service reports them. */
function VisitCounts({ record, profile }: RecordPartProps) {
  if (record.link === null || !profile?.reportsVisits) return null
  return (
    <section aria-labelledby="detail-visits">
      <h3 id="detail-visits">Visits</h3>
      <Visits id={record.id} title={linkTitle(record)} />
    </section>
  )
}
