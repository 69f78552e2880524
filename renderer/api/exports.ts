import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { exportPath } from '../../contract/exportPath.ts'
import { call } from './call.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

const columnsKey = ['exports.columns'] as const

/** Export jobs started in this window. It downloads their files as soon as they are ready. */
const awaitedJobs = new Set<string>()

/** Returns the columns of the last exported table. */
export function useExportColumns() {
  return useQuery({
    queryKey: columnsKey,
    queryFn: () => unwrapResult(call('exports.columns', {})),
    staleTime: Infinity,
  })
}

/** Starts an export of links. */
export function useExport() {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<'exports.links'>) => unwrapResult(call('exports.links', input)),
    onSuccess: ({ job }) => {
      saveWhenReady(job)
      started()
      void client.invalidateQueries({ queryKey: columnsKey })
    },
  })
}

/** Downloads a job's file as soon as it is ready. */
export function saveWhenReady(job: string): void {
  awaitedJobs.add(job)
}

/** Returns true once, if this window is waiting for the job's file. */
export function claimAwaitedFile(job: string): boolean {
  return awaitedJobs.delete(job)
}

/** Returns the download path of a job's file. */
export function exportUrl(job: string): string {
  return exportPath + job
}
