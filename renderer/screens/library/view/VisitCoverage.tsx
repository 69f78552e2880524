import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useJobs } from '../../../api/jobs.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { formatTimeToday } from '../../../ui/formatTime.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { QuietText } from '../../../ui/variants.ts'

/** The visits of at most as many links are read without another press. */
const maxUnasked = 2_000

/** Shows of how many links the visits are known and since when, and reads them all. */
export function VisitCoverage({ view }: { view: LibraryView }) {
  const { data } = useCall('visits.coverage', { view })
  const isReading = useJobs().some(({ kind, state }) => kind === 'readVisits' && state === 'running')
  const { mutate } = useCallMutation('visits.readAll')
  const read = (skipRecent: boolean) => mutate({ view, skipRecent }, { onError: showProblem })
  const wasRead = useRef(false)
  const isIncomplete = data !== undefined && data.known < data.links
  const isRead = isIncomplete && data.links <= maxUnasked
  useEffect(() => {
    if (!isRead || wasRead.current) return
    wasRead.current = true
    read(true)
  })
  if (!data || data.links === 0) return null
  const { known, links, oldest } = data
  const coverage = isIncomplete ? `Visits of ${formatNumber(known)} known,` : 'Visits'
  return (
    <QuietText component="span" fz="xs" role="status">
      {coverage}
      {oldest !== null && ` as of ${formatTimeToday(oldest)}`}{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={isReading}
        title={`Reads the visits of ${formatNumber(links)} links from their service`}
        onClick={() => read(false)}
      >
        {isReading ? 'Reading…' : 'Read all'}
      </Button>
    </QuietText>
  )
}
