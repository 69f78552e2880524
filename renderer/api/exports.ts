import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { exportPath } from '../../contract/calls/exports.ts'
import { call } from './call.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

const columnsKey = ['exports.columns'] as const

/** Jobs that this window has started, whose files it fetches as soon as they are there. */
const awaitedJobs = new Set<string>()

/** The columns of the table that was exported last. */
export function useExportColumns() {
  return useQuery({
    queryKey: columnsKey,
    queryFn: () => unwrapResult(call('exports.columns', {})),
    staleTime: Infinity,
  })
}

/** Starts writing a file of links. */
export function useExport() {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<'links.export'>) => unwrapResult(call('links.export', input)),
    onSuccess: ({ job }) => {
      saveWhenReady(job)
      started()
      void client.invalidateQueries({ queryKey: columnsKey })
    },
  })
}

/** Saves the file of a job as soon as it is there. */
export function saveWhenReady(job: string): void {
  awaitedJobs.add(job)
}

/** Whether this window waits for the file of a job; only the first to ask is told so. */
export function claimAwaitedFile(job: string): boolean {
  return awaitedJobs.delete(job)
}

/** Where the file of a job is fetched from. */
export function exportUrl(job: string): string {
  return exportPath + job
}
