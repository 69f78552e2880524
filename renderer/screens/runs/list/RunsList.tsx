import { Button, TextInput } from '@mantine/core'
import { Layers, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Problem } from '../../../../contract/problem.ts'
import type { Run } from '../../../../contract/runs/run.ts'
import { useRuns } from '../../../api/runs.ts'
import { newRunPath } from '../../../session/routes.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { RunsTable } from './RunsTable.tsx'
import styles from './list.module.css'

const noRuns: readonly Run[] = []

/** Lists the runs, newest first. */
export function RunsList() {
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const { data, error, isPending, refetch } = useRuns(search.trim(), pages)
  const [, go] = useLocation()
  const runs = data?.runs ?? noRuns
  if (isPending) return <Loading label="Loading your runs" />
  const hasMore = typeof data?.next === 'string'
  const isEmpty = runs.length === 0 && !error
  if (isEmpty && search.trim() === '') return <NoRuns />
  return (
    <div className={styles['list']}>
      <div className={styles['top']}>
        <TextInput
          className={styles['search'] ?? ''}
          aria-label="Search runs"
          placeholder="Search by name"
          leftSection={<Search size={15} aria-hidden />}
          maxLength={1_000}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => go(newRunPath)}>
          New run
        </Button>
      </div>
      {error && <Failed problem={error.problem} retry={() => void refetch()} />}
      {isEmpty && <NotFound search={search.trim()} />}
      <RunsTable runs={runs} />
      {hasMore && (
        <Button size="xs" variant="default" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Shown before the first run. */
function NoRuns() {
  const [, go] = useLocation()
  return (
    <div className={styles['start']}>
      <Empty
        icon={Layers}
        title="Many links at once"
        actions={
          <>
            <Button onClick={() => go(newRunPath)}>Start with your rows</Button>
            <Button variant="default" onClick={() => go('/links')}>
              Start from links
            </Button>
          </>
        }
      >
        Paste rows from a spreadsheet, choose a file, or combine lists such as channels and languages. You
        check every row, look at the first link, and get the rest back in the order of your table.
      </Empty>
    </div>
  )
}

function Failed({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <ProblemView
      problem={problem}
      actions={
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      }
    />
  )
}

function NotFound({ search }: { search: string }) {
  return (
    <p role="status" className={styles['none']}>
      No run is called “{shorten(search, 60)}”.
    </p>
  )
}
