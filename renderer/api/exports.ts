import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { exportPath } from '../../contract/calls/exports.ts'
import { call } from './call.ts'
import { useJobStarted } from './jobs.ts'
import { valueOf } from './problemError.ts'

const columnsKey = ['exports.columns'] as const

/** Jobs that this window has started, whose files it fetches as soon as they are there. */
const awaited = new Set<string>()

/** The columns of the table that was exported last. */
export function useExportColumns() {
  return useQuery({
    queryKey: columnsKey,
    queryFn: () => valueOf(call('exports.columns', {})),
    staleTime: Infinity,
  })
}

/** Starts writing a file of links. */
export function useExport() {
  const client = useQueryClient()
  const started = useJobStarted()
  return useMutation({
    mutationFn: (input: CallInput<'links.export'>) => valueOf(call('links.export', input)),
    onSuccess: ({ job }) => {
      awaitFile(job)
      started()
      void client.invalidateQueries({ queryKey: columnsKey })
    },
  })
}

/** Saves the file of a job as soon as it is there. */
export function awaitFile(job: string): void {
  awaited.add(job)
}

/** Whether this window waits for the file of a job; only the first to ask is told so. */
export function takeAwaited(job: string): boolean {
  return awaited.delete(job)
}

/** Where the file of a job is fetched from. */
export function exportAddress(job: string): string {
  return exportPath + job
}
