import { Box, Button, Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Empty } from '../../ui/Empty.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall } from '../../api/useCall.ts'
import { ActivityFilters, type ActivityFilter } from './ActivityFilters.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { Housekeeping } from './Housekeeping.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'
import { QuietText } from '../../ui/variants.ts'
import styles from './activity.module.css'

/** Shows the requests that the app has sent, without keys. They are forgotten when it quits. */
export default function ActivityScreen() {
  const { id } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const [filter, setFilter] = useState<ActivityFilter>({})
  const activity = useCall('activity.list', filter, { placeholderData: keepPreviousData, staleTime: 0 })
  if (activity.isPending) return <Loading label="Loading the activity" />
  if (activity.error) {
    return (
      <Box px="var(--gutter)" py="sm">
        <ProblemView problem={activity.error.problem} retry={() => void activity.refetch()} />
      </Box>
    )
  }
  const { entries } = activity.data
  const filtered = Object.values(filter).some(Boolean)
  return (
    // The text of the first column, not its cell, starts where every screen does.
    <Stack className={styles['screen']} gap={0} mih="100%" px="calc(var(--gutter) - 10px)" pt="sm">
      {(entries.length > 0 || filtered) && (
        <ActivityFilters
          filter={filter}
          setFilter={setFilter}
          refreshing={activity.isFetching}
          refresh={() => void activity.refetch()}
        />
      )}
      {entries.length > 0 ? (
        <>
          <ActivityTable entries={entries} />
          <QuietText p="12px 10px 12px" role="status">
            {formatCount(entries.length, 'request')}
          </QuietText>
        </>
      ) : (
        <NoActivity filtered={filtered} showAll={() => setFilter({})} />
      )}
      <Housekeeping isEmpty={entries.length === 0 && !filtered} />
      <RequestDrawer id={toEntryId(id)} close={() => go('/activity')} />
    </Stack>
  )
}

/** Returns the id of a request in the address; `null` if there is none, or anything else. */
function toEntryId(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function NoActivity({ filtered, showAll }: { filtered: boolean; showAll: () => void }) {
  if (filtered) {
    return (
      <Empty
        icon={Activity}
        title="No matching requests"
        actions={
          <Button variant="default" onClick={showAll}>
            Show all requests
          </Button>
        }
      >
        No requests match all of these filters.
      </Empty>
    )
  }
  return (
    <Empty icon={Activity} title="No requests yet">
      The last 500 requests to a service are listed here until you quit Linkwright: when each was sent, its
      link, how long it took and the response. Keys are never shown.
    </Empty>
  )
}
