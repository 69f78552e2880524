import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import type { FixTarget } from '../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { call } from './call.ts'
import { rowCalls } from './invalidation.ts'
import { unwrapResult } from './problemError.ts'
import { rowsKey } from './runRows.ts'
import { cacheRun } from './runs.ts'
import type { RowsPage } from './runRows.ts'
import { invalidateCalls } from './useCall.ts'

/** Edits cells. Visible rows stay in place even if they no longer match the filter. */
export function useEditCells() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'runs.edit'>) => unwrapResult(call('runs.edit', input)),
    onSuccess: async ({ run, rows }) => {
      await cacheRun(client, run)
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      client.setQueriesData<RowsPage>({ queryKey: [...rowsKey, run.id] }, (page) =>
        page?.rows.some(({ number }) => byNumber.has(number))
          ? { ...page, rows: page.rows.map((row) => byNumber.get(row.number) ?? row) }
          : page,
      )
      // The run's counts stay the same if one error replaces another. The next edits don't wait for this.
      void invalidateCalls(client, ['runs.countFixable'])
    },
  })
}

/**
 * Returns how many cells of a run can be corrected automatically; `undefined` until known. Refetched when the rows
 * change.
 */
export function useFixable({ id, state, checked, counts, withWarnings }: Run, what: FixTarget) {
  const { data } = useQuery({
    queryKey: ['runs.countFixable', what, id, counts, withWarnings],
    queryFn: () => unwrapResult(call('runs.countFixable', { id, what })),
    enabled: state === 'preparing' && checked,
  })
  return data
}

/** Returns a function that refetches the visible rows. */
export function useRefreshRows(): () => void {
  const client = useQueryClient()
  return () => void invalidateCalls(client, rowCalls)
}
