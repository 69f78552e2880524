import { Button } from '@mantine/core'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Empty } from '../../ui/Empty.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useActivity } from '../../api/activity.ts'
import type { ActivityFilter } from '../../api/activity.ts'
import { ActivityBar } from './ActivityBar.tsx'
import { ActivityDrawer } from './ActivityDrawer.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { Housekeeping } from './Housekeeping.tsx'
import styles from './activity.module.css'

/** Shows the requests that the app has sent, without keys. They are forgotten when it quits. */
export default function ActivityScreen() {
  const { id } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const [filter, setFilter] = useState<ActivityFilter>({})
  const activity = useActivity(filter)
  if (activity.isPending) return <Loading label="Loading the activity" />
  if (activity.error) {
    return (
      <div className={styles['screen']}>
        <ProblemView problem={activity.error.problem} retry={() => void activity.refetch()} />
      </div>
    )
  }
  const { entries } = activity.data
  const filtered = Object.values(filter).some(Boolean)
  return (
    <div className={styles['screen']}>
      {(entries.length > 0 || filtered) && (
        <ActivityBar
          filter={filter}
          setFilter={setFilter}
          refreshing={activity.isFetching}
          refresh={() => void activity.refetch()}
        />
      )}
      {entries.length > 0 && <ActivityTable entries={entries} />}
      {entries.length === 0 && <NoActivity filtered={filtered} showAll={() => setFilter({})} />}
      {entries.length > 0 && (
        <p className={styles['count']} role="status">
          {formatCount(entries.length, 'request')}
        </p>
      )}
      <Housekeeping isEmpty={entries.length === 0 && !filtered} />
      <ActivityDrawer id={toEntryId(id)} close={() => go('/activity')} />
    </div>
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
