import { Box, Checkbox, Group, Stack } from '@mantine/core'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall } from '../../api/useCall.ts'
import { ActivityTable } from './ActivityTable.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'
import { describeOutcome } from './request.ts'
import { QuietText } from '../../ui/variants.ts'

/** Poll interval in milliseconds. The app sends requests by itself, too. */
const refetchInterval = 2_000

/** Shows the requests that the app has sent, without keys. They are forgotten when it quits. */
export default function ActivityScreen() {
  const entryId = toEntryId(useParams<{ id?: string }>().id)
  const [, go] = useLocation()
  const [isFailedOnly, setFailedOnly] = useState(false)
  const activity = useCall('activity.list', {}, { refetchInterval, staleTime: 0 })
  if (activity.isPending) return <Loading label="Loading the activity" />
  if (!activity.data) {
    return (
      <Box px="var(--gutter)" py="sm">
        <ProblemView problem={activity.error.problem} retry={() => void activity.refetch()} />
      </Box>
    )
  }
  const { entries } = activity.data
  const shown = isFailedOnly ? entries.filter((entry) => describeOutcome(entry).tone === 'bad') : entries
  return (
    // The text of the first column, not its cell, starts where every screen does.
    <Stack gap={0} px="calc(var(--gutter) - 10px)" pt="sm">
      {entries.length === 0 ? (
        <Empty icon={Activity} title="No requests yet" actions={<SupportBundle />}>
          The last 500 requests to a service are listed here until you quit Linkwright: when each was sent,
          its address, how long it took and the response. Keys are never shown.
        </Empty>
      ) : (
        <>
          <Group justify="space-between" px={10} pb={10}>
            <Checkbox
              label="Failed only"
              checked={isFailedOnly}
              onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
            />
            <SupportBundle />
          </Group>
          <ActivityTable entries={shown} />
          <QuietText p="12px 10px 12px" role="status">
            {formatCount(shown.length, 'request')}. The last 500 are kept until you quit Linkwright.
          </QuietText>
        </>
      )}
      {entryId !== null && <RequestDrawer id={entryId} close={() => go('/activity')} />}
    </Stack>
  )
}

/** Returns the id of a request in the address; `null` if there is none, or anything else. */
function toEntryId(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
