import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/app/calls/calls.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { request } from './call.ts'
import { rowCalls } from './invalidation.ts'
import { rowsKey, type RowsPage } from './runRows.ts'
import { cacheRun } from './runs.ts'
import { invalidateCalls } from './useCall.ts'

/** Edits cells. Visible rows stay in place even if they no longer match the filter. */
export function useEditCells() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'runs.edit'>) => request('runs.edit', input),
    onSuccess: async ({ run, rows }) => {
      await cacheRun(client, run)
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      client.setQueriesData<RowsPage>({ queryKey: [...rowsKey, run.id] }, (page) =>
        page?.rows.some(({ number }) => byNumber.has(number))
          ? { ...page, rows: page.rows.map((row) => byNumber.get(row.number) ?? row) }
          : page,
      )
      // The run's counts stay the same if one error replaces another. The next edits don't wait for this.
      void invalidateCalls(client, ['runs.causes'])
    },
  })
}

/** Returns the problems of a run's rows by cause; none until known. Refetched when the rows change. */
export function useCauses({ id, state, checked, counts, withWarnings }: Run) {
  const enabled = state === 'preparing' && checked && counts.faulty + withWarnings > 0
  const { data } = useQuery({
    queryKey: ['runs.causes', id, counts, withWarnings],
    queryFn: () => request('runs.causes', { id }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return enabled && data ? data : noCauses
}

const noCauses: CallOutput<'runs.causes'> = { causes: [], more: 0 }

/** Returns the rows of a run by what was found about their own paths; `undefined` until known. Refetched when they change. */
export function usePathCounts({ id, state, counts, pathsToCheck, withWarnings, source }: Run) {
  const { data } = useQuery({
    queryKey: ['runs.paths', id, counts, pathsToCheck, withWarnings],
    queryFn: () => request('runs.paths', { id }),
    enabled: state === 'preparing' && source.move !== undefined,
    placeholderData: keepPreviousData,
  })
  return data
}

/** Returns a function that refetches the visible rows. */
export function useRefreshRows(): () => void {
  const client = useQueryClient()
  return () => void invalidateCalls(client, rowCalls)
}
