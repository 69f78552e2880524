import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { CallName } from '../../contract/app/calls/calls.ts'
import type { Job } from '../../contract/app/jobs/job.ts'
import { linkCalls } from './invalidation.ts'
import { invalidateCalls } from './useCall.ts'

/** Refetches what jobs change: links as they are checked or imported, and visits when all are read. */
export function useRefreshAfterJobs(jobs: readonly Job[]): void {
  const check = jobs.findLast(({ kind }) => kind === 'check')
  const visits = jobs.findLast(({ kind, state }) => kind === 'readVisits' && state !== 'running')
  const imports = jobs.filter(({ kind }) => kind === 'import')
  const imported = sumCounts(imports, ['new', 'references'])
  useRefetch(check && `${check.id} ${check.state} ${sumCounts([check], ['changed', 'inactive', 'gone'])}`, [
    ...linkCalls,
    'checks.history',
  ])
  useRefetch(imported || undefined, [...linkCalls, 'links.find'])
  useRefetch(visits?.id, ['library.search', 'library.count', 'library.campaigns', 'visits.coverage'])
}

function sumCounts(jobs: readonly Job[], names: readonly string[]): number {
  return jobs.flatMap(({ counts }) => names.map((name) => counts[name] ?? 0)).reduce((sum, n) => sum + n, 0)
}

/** Refetches calls whenever their progress changes; `undefined` if there is none yet. */
function useRefetch(progress: string | number | undefined, calls: readonly CallName[]): void {
  const client = useQueryClient()
  const refetch = useEffectEvent(() => void invalidateCalls(client, calls))
  useEffect(() => {
    if (progress !== undefined) refetch()
  }, [progress])
}
