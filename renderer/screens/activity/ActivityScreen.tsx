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

/** Shows the requests that the app has sent, without keys. The last ones before the app was killed may be missing. */
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
  const entries = activity.data.pages.flatMap((page) => page.entries)
  const { total, retentionDays } = activity.data.pages[0] ?? { total: 0, retentionDays: 30 }
  const filtered = Object.values(filter).some(Boolean)
  return (
    <div className={styles['screen']}>
      {(total > 0 || filtered) && (
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
        <div className={styles['count']}>
          <span role="status">{countText(entries.length, total)}</span>
          {activity.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              loading={activity.isFetchingNextPage}
              onClick={() => void activity.fetchNextPage()}
            >
              Show older requests
            </Button>
          )}
        </div>
      )}
      <Housekeeping days={retentionDays} isEmpty={total === 0 && !filtered} />
      <ActivityDrawer id={toEntryId(id)} close={() => go('/activity')} />
    </div>
  )
}

/** Returns the id of a request in the address; `null` if there is none, or anything else. */
function toEntryId(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function countText(shown: number, total: number): string {
  const all = formatCount(total, 'request')
  return shown < total ? `${shown.toLocaleString()} of ${all}` : all
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
      Requests to a service are listed here once they are answered: when each was sent, its link, how long it
      took and the response. Keys are never shown.
    </Empty>
  )
}
