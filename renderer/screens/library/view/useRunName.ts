import { useCallback } from 'react'
import { useRun } from '../../../api/runs.ts'

/** Returns a function that names the run whose links are shown. A run that was removed from Bulk has no name. */
export function useRunName(shownId: string | undefined): (id: string) => string {
  const run = useRun(shownId ?? null).data?.run
  return useCallback((id: string) => (run?.id === id ? run.name : 'A bulk run'), [run])
}
