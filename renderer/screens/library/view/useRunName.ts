import { useCallback } from 'react'
import { useRun } from '../../../api/runs.ts'

/** What a run is called. One that was taken out of the list has no name any more. */
export function useRunName(shown: string | undefined): (id: string) => string {
  const run = useRun(shown ?? null).data?.run
  return useCallback((id: string) => (run?.id === id ? run.name : 'A bulk run'), [run])
}
